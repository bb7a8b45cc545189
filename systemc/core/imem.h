// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_CORE_IMEM_H_
#define PODSIM_SYSTEMC_CORE_IMEM_H_

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

#include "firmware/isa/bundle.h"
#include "systemc/core/decoded_program.h"
#include "systemc/core/memory_port.h"

namespace podsim {

/// Instruction memory: 16 Ki bundles of 64 bytes, 8 to a row of 512. It decodes what is written to
/// it; an illegal encoding is an error only when it is executed. Code overlays arrive over the
/// socket. Cores that run one program share it until an overlay is written.
class Imem : public MemoryPort {
 public:
  Imem(const sc_core::sc_module_name& name, const CoreParameters& parameters);

  /// Replaces the whole contents; bundles after the program count as never written.
  /// Precondition: not more than 16 Ki bundles.
  void load(std::shared_ptr<const DecodedProgram> program);
  /// Changes whenever the contents do.
  std::uint32_t version() const { return version_; }

  /// The bundle at an address; of kind kMissing where none was written, also outside IMEM. The
  /// reference is good until the next write or load.
  const DecodedBundle& fetch(std::uint32_t address) const {
    return address < program_->bundles.size() ? program_->bundles[address] : missing_;
  }

 protected:
  void read_bytes(std::uint64_t address, std::byte* target, std::uint64_t length) override;
  void write_bytes(std::uint64_t address, const std::byte* source, std::uint64_t length) override;

 private:
  void own_up_to(std::size_t bundles);

  std::shared_ptr<const DecodedProgram> program_;
  std::shared_ptr<DecodedProgram> own_;  ///< the same, once it was written to
  DecodedBundle missing_;
  std::uint32_t version_ = 0;
};

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_CORE_IMEM_H_
