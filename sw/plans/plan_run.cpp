// SPDX-License-Identifier: Apache-2.0
#include "sw/plans/plan_run.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "firmware/microprograms.h"
#include "sw/plans/plan_image.h"

namespace podsim::plans {
namespace {

constexpr std::int64_t kRowsAtOnce = 256;

std::size_t at(std::int64_t index) { return static_cast<std::size_t>(index); }

}  // namespace

PlanRun::PlanRun(const Plan& plan, const CheckedPlan& checked, Pattern pattern, std::uint64_t seed)
    : plan_(plan),
      checked_(checked),
      pattern_(pattern),
      seed_(seed),
      images_(make_images(plan)),
      program_(microprograms::assemble(kPlanProgram, plan_symbols(plan))) {}

void PlanRun::load(Pod& pod) const {
  const Lanes lanes;
  std::vector<std::uint32_t> rows(at(kRowsAtOnce * lanes.count));
  for (const CoreImage& image : images_) {
    pod.write_smem(image.core, kPlanBoot, image.smem);
    for (const PlanSender& sender : image.senders) {
      pod.expect_sender(image.core, sender.semaphore, sender.sender);
    }
    for (std::int64_t first = 0; first < plan_.buffer_rows; first += kRowsAtOnce) {
      const std::int64_t count = std::min(kRowsAtOnce, plan_.buffer_rows - first);
      for (std::int64_t i = 0; i < count; ++i) {
        fill_row(pattern_, plan_.combine, seed_, image.core, first + i, lanes,
                 rows.data() + i * lanes.count);
      }
      pod.write_hbm(image.core, plan_.source_row + first, rows.data(),
                    at(count * lanes.count) * sizeof(std::uint32_t));
    }
  }
}

namespace {

/// The right rows of a unit, and who must hold them.
struct UnitResult {
  std::vector<std::vector<std::uint32_t>> rows;
  std::vector<int> places;
};

}  // namespace

DataCheck PlanRun::check(const Pod& pod) const {
  const SymbolicRun& run = *checked_.run;
  const std::int64_t unit_rows = run.unit_rows();
  const Lanes lanes;
  const ExpectedRows expected(plan_, pattern_, seed_, lanes);
  const bool any_order = pattern_ == Pattern::kIntegers || plan_.combine == Combine::kMaxFloat ||
                         plan_.combine == Combine::kMaxBfloat;
  DataCheck check;
  std::vector<std::uint32_t> found(at(lanes.count));
  // Units of the target buffer one by one; a term that many cores hold is evaluated once.
  for (std::int64_t unit = 0; unit < plan_.buffer_rows / unit_rows; ++unit) {
    std::map<Terms::Id, std::vector<std::vector<std::uint32_t>>> known;
    for (std::size_t place = 0; place < plan_.cores.size(); ++place) {
      for (const Result& result : plan_.results[place]) {
        const std::int64_t offset = unit * unit_rows - result.target;
        if (offset < 0 || offset >= result.rows) continue;
        const Terms::Id term = run.target(static_cast<int>(place), unit * unit_rows);
        auto [entry, is_new] = known.try_emplace(term);
        for (std::int64_t row = 0; is_new && row < unit_rows; ++row) {
          entry->second.push_back(expected.in_order(run.terms(), term, unit_rows, row));
          if (!any_order) continue;
          if (expected.one_by_one(result.group, result.source + offset + row) !=
              entry->second.back()) {
            ++check.wrong;
            check.first = fmt::format("row {}: the plan's order of additions gives another result",
                                      unit * unit_rows + row);
          }
        }
        for (std::int64_t row = 0; row < unit_rows; ++row) {
          const std::int64_t target = unit * unit_rows + row;
          pod.read_hbm(plan_.cores[place].core, plan_.target_row + target, found.data(),
                       found.size() * sizeof(std::uint32_t));
          const std::vector<std::uint32_t>& right = entry->second[at(row)];
          check.checked += found.size();
          if (found == right) continue;
          for (std::size_t i = 0; i < found.size(); ++i) {
            if (found[i] == right[i]) continue;
            if (check.wrong++ == 0) {
              check.first = fmt::format("core {}, row {}, lane {}: {:#010x}, should be {:#010x}",
                                        plan_.cores[place].core, target,
                                        lanes.first + static_cast<int>(i), found[i], right[i]);
            }
          }
        }
      }
    }
  }
  return check;
}

}  // namespace podsim::plans
