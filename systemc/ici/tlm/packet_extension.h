// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_ICI_TLM_PACKET_EXTENSION_H_
#define PODSIM_SYSTEMC_ICI_TLM_PACKET_EXTENSION_H_

#include <memory>
#include <tlm>
#include <vector>

#include "systemc/ici/flit.h"

namespace podsim::tlm_ici {

/// What a transaction of the interconnect is: some flits of a packet that follow each other, the
/// port of the router that it is for or from, and the time of the phase as a cycle of the ICI
/// clock: the annotated delay is the same time, rounded to the kernel's resolution.
struct PacketExtension : tlm::tlm_extension<PacketExtension> {
  int port = 0;
  Cycle cycle = 0;
  Flit flits;

  tlm_extension_base* clone() const override { return new PacketExtension(*this); }
  void copy_from(const tlm_extension_base& other) override {
    *this = static_cast<const PacketExtension&>(other);
  }
};

/// A payload with its extension; both live in the pool.
struct PacketTransaction {
  tlm::tlm_generic_payload payload;
  PacketExtension extension;
};

/// Transactions of one router, used again and again.
class TransactionPool {
 public:
  PacketTransaction& take() {
    if (free_.empty()) {
      all_.push_back(std::make_unique<PacketTransaction>());
      all_.back()->payload.set_extension(&all_.back()->extension);
      free_.push_back(all_.back().get());
    }
    PacketTransaction& transaction = *free_.back();
    free_.pop_back();
    return transaction;
  }
  void give_back(PacketTransaction& transaction) { free_.push_back(&transaction); }

  TransactionPool() = default;
  TransactionPool(const TransactionPool&) = delete;
  TransactionPool& operator=(const TransactionPool&) = delete;
  ~TransactionPool() {
    // The extension is a member here; the payload would delete it.
    for (const auto& transaction : all_)
      transaction->payload.clear_extension(&transaction->extension);
  }

 private:
  std::vector<std::unique_ptr<PacketTransaction>> all_;
  std::vector<PacketTransaction*> free_;
};

}  // namespace podsim::tlm_ici

#endif  // PODSIM_SYSTEMC_ICI_TLM_PACKET_EXTENSION_H_
