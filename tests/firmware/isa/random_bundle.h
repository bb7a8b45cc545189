// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_TESTS_FIRMWARE_ISA_RANDOM_BUNDLE_H_
#define PODSIM_TESTS_FIRMWARE_ISA_RANDOM_BUNDLE_H_

#include <cstdint>
#include <random>
#include <string>

#include "firmware/isa/bundle.h"

/// Random legal operations and bundles, made from the table.
namespace podsim::test {

/// The seed of a random test: PODSIM_TEST_SEED, or `fallback`.
std::uint64_t test_seed(std::uint64_t fallback);
/// How to run the test again with this seed.
std::string reproduce(std::uint64_t seed);

using Random = std::mt19937_64;

/// 0..bound-1.
int below(Random& random, int bound);
isa::Opcode random_opcode(Random& random, isa::SlotClass slot);
/// Every field takes any legal value.
isa::SlotOp random_operation(Random& random, isa::Opcode opcode);
/// Each slot holds any operation, each immediate any value.
isa::Bundle random_bundle(Random& random);

}  // namespace podsim::test

#endif  // PODSIM_TESTS_FIRMWARE_ISA_RANDOM_BUNDLE_H_
