// SPDX-License-Identifier: Apache-2.0
#include "systemc/core/tensor_core.h"

#include <utility>

#include "systemc/core/decoded_program.h"
#include "systemc/core/tensor_core_state.h"

namespace podsim {

TensorCore::TensorCore(const sc_core::sc_module_name& name, const CoreParameters& parameters,
                       int global_id, CoreEnvironment& environment, Observer& observer,
                       const DataScale& scale)
    : sc_core::sc_module(name),
      state_(std::make_unique<State>(parameters, global_id, environment, observer, scale)) {}

TensorCore::~TensorCore() = default;

void TensorCore::start(const std::vector<isa::Bundle>& program, Picoseconds at) {
  state_->start(decode_program(program), at);
}

void TensorCore::start(std::shared_ptr<const DecodedProgram> program, Picoseconds at) {
  state_->start(std::move(program), at);
}

void TensorCore::run_until(Picoseconds limit) { state_->run_until(limit); }
Picoseconds TensorCore::next_time() const { return state_->next_time(); }

void TensorCore::raise_semaphore(int semaphore, std::uint32_t amount, Picoseconds at) {
  state_->raise_semaphore(semaphore, amount, at);
}

void TensorCore::transfer_read(Picoseconds at) { state_->transfer_read(at); }

void TensorCore::fail(std::string id, std::string message, Picoseconds at) {
  state_->fail(std::move(id), std::move(message), at);
}

CoreState TensorCore::state() const { return state_->state; }
WaitInfo TensorCore::wait_info() const { return state_->wait_info(); }
const CoreFault& TensorCore::fault() const { return state_->fault; }
std::uint32_t TensorCore::semaphore(int index) const { return state_->semaphores.value(index); }
std::uint32_t TensorCore::bundle_index() const { return state_->pc; }
Cycle TensorCore::cycle() const { return state_->cycle; }
const CoreCounters& TensorCore::counters() const { return state_->counters; }
int TensorCore::global_id() const { return state_->global_id; }
std::uint64_t TensorCore::digest() const { return state_->digest(); }

Vmem& TensorCore::vmem() { return state_->vmem; }
Smem& TensorCore::smem() { return state_->smem; }
Imem& TensorCore::imem() { return state_->imem; }

}  // namespace podsim
