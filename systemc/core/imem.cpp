// SPDX-License-Identifier: Apache-2.0
#include "systemc/core/imem.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace podsim {
namespace {

constexpr std::uint64_t kBundle = isa::kBundleBytes;

std::byte* bytes_of(DecodedProgram& program) {
  return reinterpret_cast<std::byte*>(program.encoded.data());
}

const std::byte* bytes_of(const DecodedProgram& program) {
  return reinterpret_cast<const std::byte*>(program.encoded.data());
}

}  // namespace

Imem::Imem(const sc_core::sc_module_name& name, const CoreParameters& parameters)
    : MemoryPort(name, parameters, isa::kImemBundles * kBundle),
      program_(std::make_shared<DecodedProgram>()) {}

void Imem::load(std::shared_ptr<const DecodedProgram> program) {
  program_ = std::move(program);
  own_.reset();
  ++version_;
}

void Imem::own_up_to(std::size_t bundles) {
  if (own_ == nullptr) {
    own_ = std::make_shared<DecodedProgram>(*program_);
    program_ = own_;
  }
  if (own_->bundles.size() >= bundles) return;
  own_->bundles.resize(bundles);
  own_->encoded.resize(bundles);
}

void Imem::read_bytes(std::uint64_t address, std::byte* target, std::uint64_t length) {
  const std::uint64_t written = program_->encoded.size() * kBundle;
  const std::uint64_t copied = address < written ? std::min(length, written - address) : 0;
  if (copied > 0) std::memcpy(target, bytes_of(*program_) + address, copied);
  std::memset(target + copied, 0, length - copied);
}

void Imem::write_bytes(std::uint64_t address, const std::byte* source, std::uint64_t length) {
  if (length == 0) return;
  const std::size_t first = address / kBundle;
  const std::size_t end = (address + length - 1) / kBundle + 1;
  own_up_to(end);
  ++version_;
  std::memcpy(bytes_of(*own_) + address, source, length);
  for (std::size_t i = first; i < end; ++i) own_->bundles[i] = decode_bundle(own_->encoded[i]);
}

}  // namespace podsim
