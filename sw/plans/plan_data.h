// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_PLANS_PLAN_DATA_H_
#define PODSIM_SW_PLANS_PLAN_DATA_H_

#include <cstdint>
#include <vector>

#include "sw/plans/check.h"
#include "sw/plans/plan.h"

namespace podsim::plans {

/// What the arrays are filled with.
enum class Pattern {
  kRandom,  ///< values of either sign with full mantissas; results depend on the order of additions
  kIntegers  ///< small integers, whose sums are exact in fp32 and in bf16: one right result for all
};

/// Lanes first .. first + count - 1 of a row of 128 words of 32 bits.
struct Lanes {
  int first = 0;
  int count = 128;
};

/// The contents of a row of a core's source buffer, the same on every host, into words[0 ..
/// lanes.count).
///
/// kRandom: fp32 in (-1, 1) with 24 bits, or pairs of bf16 with 8. kIntegers: -2 .. 2; for sums of
/// bf16, whose integers are exact up to 256 only, 1 or -1 on one core of 32 and else 0.
void fill_row(Pattern pattern, Combine combine, std::uint64_t seed, int core, std::int64_t row,
              Lanes lanes, std::uint32_t* words);

/// words = words combined with others, as the vector unit does it: fp32 to nearest even with
/// subnormals flushed; bf16 sums are rounded to bf16 each time.
void combine_words(Combine combine, std::uint32_t* words, const std::uint32_t* others, int count);

/// The right contents of rows of a target buffer.
class ExpectedRows {
 public:
  /// `plan` must outlive it.
  ExpectedRows(const Plan& plan, Pattern pattern, std::uint64_t seed, Lanes lanes)
      : plan_(plan), pattern_(pattern), seed_(seed), lanes_(lanes) {}

  /// In the order of additions of the plan: row `row` of the unit that `term` stands for.
  std::vector<std::uint32_t> in_order(const Terms& terms, Terms::Id term, std::int64_t unit_rows,
                                      std::int64_t row) const;
  /// One contribution after the other, whatever the plan does: right to the bit for kIntegers and
  /// for maxima.
  std::vector<std::uint32_t> one_by_one(int group, std::int64_t source_row) const;

 private:
  void evaluate(const Terms& terms, Terms::Id term, std::int64_t unit_rows, std::int64_t row,
                std::uint32_t* words) const;

  const Plan& plan_;
  Pattern pattern_;
  std::uint64_t seed_;
  Lanes lanes_;
};

}  // namespace podsim::plans

#endif  // PODSIM_SW_PLANS_PLAN_DATA_H_
