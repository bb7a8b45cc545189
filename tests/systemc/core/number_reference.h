// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_TESTS_SYSTEMC_CORE_NUMBER_REFERENCE_H_
#define PODSIM_TESTS_SYSTEMC_CORE_NUMBER_REFERENCE_H_

#include <cstdint>

/// The documented number rules, written for clearness: values are unpacked to sign, whole
/// significand and power of two, sums and products are exact whole numbers, and one function rounds
/// them. Shares nothing with the model.
namespace podsim::test::reference {

std::uint32_t add(std::uint32_t x, std::uint32_t y);
std::uint32_t subtract(std::uint32_t x, std::uint32_t y);
std::uint32_t multiply(std::uint32_t x, std::uint32_t y);
std::uint32_t reciprocal(std::uint32_t x);
std::uint32_t minimum(std::uint32_t x, std::uint32_t y);
std::uint32_t maximum(std::uint32_t x, std::uint32_t y);
/// -1, 0, 1, or 2 when either is NaN.
int compare(std::uint32_t x, std::uint32_t y);
std::uint32_t to_bfloat16(std::uint32_t x);  ///< as fp32
std::uint32_t from_int(std::uint32_t x);
std::uint32_t to_int(std::uint32_t x);
/// fp32 of a long double result: rounded once, flushed, canonical.
std::uint32_t round(long double value);
/// e^x, ln x, 1/sqrt(x) from the host's long double functions.
std::uint32_t exponential(std::uint32_t x);
std::uint32_t logarithm(std::uint32_t x);
std::uint32_t reciprocal_root(std::uint32_t x);
/// The value; subnormals count as zero.
double value(std::uint32_t x);

}  // namespace podsim::test::reference

#endif  // PODSIM_TESTS_SYSTEMC_CORE_NUMBER_REFERENCE_H_
