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

/// The lanes of a row that a pod keeps.
Lanes lanes_of(const DataScale& scale) {
  if (scale.full()) return {};
  return {static_cast<int>(scale.lane), scale.sampled() ? 1 : 0};
}

}  // namespace

void DataCheck::add(const DataCheck& other) {
  if (wrong == 0) first = other.first;
  checked += other.checked;
  wrong += other.wrong;
}

PlanRun::PlanRun(const Plan& plan, const CheckedPlan& checked, Pattern pattern)
    : plan_(plan),
      checked_(checked),
      pattern_(pattern),
      images_(make_images(plan)),
      program_(microprograms::assemble(kPlanProgram, plan_symbols(plan))) {}

void PlanRun::load(Pod& pod, std::uint64_t seed) const {
  for (const CoreImage& image : images_) {
    pod.write_smem(image.core, kPlanBoot, image.smem);
    for (const PlanSender& sender : image.senders) {
      pod.expect_sender(image.core, sender.semaphore, sender.sender);
    }
    for (std::int64_t first = 0; first < plan_.buffer_rows; first += kRowsAtOnce) {
      load_rows(pod, seed, image.core, first, std::min(kRowsAtOnce, plan_.buffer_rows - first));
    }
  }
}

void PlanRun::load_rows(Pod& pod, std::uint64_t seed, int core, std::int64_t first,
                        std::int64_t count) const {
  const Lanes lanes = lanes_of(pod.scale());
  if (lanes.count == 0) return;
  std::vector<std::uint32_t> words(at(count * lanes.count));
  for (std::int64_t i = 0; i < count; ++i) {
    fill_row(pattern_, plan_.combine, seed, core, first + i, lanes, words.data() + i * lanes.count);
  }
  if (pod.scale().sampled()) {
    pod.write_hbm_words(core, plan_.source_row + first, words);
  } else {
    pod.write_hbm(core, plan_.source_row + first, words.data(),
                  words.size() * sizeof(std::uint32_t));
  }
}

namespace {

std::vector<std::uint32_t> read_rows(const Pod& pod, int core, std::int64_t first,
                                     std::int64_t count) {
  if (pod.scale().sampled()) return pod.read_hbm_words(core, first, at(count));
  std::vector<std::uint32_t> words(at(count * isa::kLanes));
  pod.read_hbm(core, first, words.data(), words.size() * sizeof(std::uint32_t));
  return words;
}

/// Checks the cores' results unit by unit; a term that many cores hold is evaluated once.
class ResultReader {
 public:
  ResultReader(const Plan& plan, const SymbolicRun& run, const ExpectedRows& expected,
               bool any_order, Lanes lanes, const Pod& pod)
      : plan_(plan),
        run_(run),
        expected_(expected),
        any_order_(any_order),
        lanes_(lanes),
        pod_(pod) {}

  DataCheck read() {
    const std::int64_t rows = run_.unit_rows();
    for (std::int64_t unit = 0; unit < plan_.buffer_rows / rows; ++unit) {
      known_.clear();
      for (std::size_t place = 0; place < plan_.cores.size(); ++place) {
        for (const Result& result : plan_.results[place]) {
          const std::int64_t offset = unit * rows - result.target;
          if (offset >= 0 && offset < result.rows) read_unit(place, unit * rows, result, offset);
        }
      }
    }
    return check_;
  }

 private:
  void read_unit(std::size_t place, std::int64_t row, const Result& result, std::int64_t offset) {
    const std::int64_t rows = run_.unit_rows();
    const std::vector<std::uint32_t>& right =
        right_rows(run_.target(static_cast<int>(place), row), row, result, offset);
    const int core = plan_.cores[place].core;
    const std::vector<std::uint32_t> found = read_rows(pod_, core, plan_.target_row + row, rows);
    check_.checked += found.size();
    if (found == right) return;
    for (std::size_t i = 0; i < found.size(); ++i) {
      if (found[i] != right[i]) note_wrong(core, row, i, found[i], right[i]);
    }
  }

  void note_wrong(int core, std::int64_t row, std::size_t word, std::uint32_t found,
                  std::uint32_t right) {
    if (check_.wrong++ > 0) return;
    const std::size_t lane = word % at(lanes_.count);
    check_.first = fmt::format("core {}, row {}, lane {}: {:#010x}, should be {:#010x}", core,
                               row + static_cast<std::int64_t>(word / at(lanes_.count)),
                               lanes_.first + static_cast<int>(lane), found, right);
  }

  const std::vector<std::uint32_t>& right_rows(Terms::Id term, std::int64_t row,
                                               const Result& result, std::int64_t offset) {
    const auto [entry, is_new] = known_.try_emplace(term);
    std::vector<std::uint32_t>& words = entry->second;
    for (std::int64_t i = 0; is_new && i < run_.unit_rows(); ++i) {
      const std::vector<std::uint32_t> one =
          expected_.in_order(run_.terms(), term, run_.unit_rows(), i);
      words.insert(words.end(), one.begin(), one.end());
      if (!any_order_ || expected_.one_by_one(result.group, result.source + offset + i) == one) {
        continue;
      }
      ++check_.wrong;
      check_.first =
          fmt::format("row {}: the plan's order of additions gives another result", row + i);
    }
    return words;
  }

  const Plan& plan_;
  const SymbolicRun& run_;
  const ExpectedRows& expected_;
  bool any_order_;
  Lanes lanes_;
  const Pod& pod_;
  std::map<Terms::Id, std::vector<std::uint32_t>> known_;
  DataCheck check_;
};

}  // namespace

DataCheck PlanRun::check(const Pod& pod, std::uint64_t seed) const {
  const Lanes lanes = lanes_of(pod.scale());
  if (lanes.count == 0) return {};
  const bool any_order = pattern_ == Pattern::kIntegers || plan_.combine == Combine::kMaxFloat ||
                         plan_.combine == Combine::kMaxBfloat;
  const ExpectedRows expected(plan_, pattern_, seed, lanes);
  return ResultReader(plan_, *checked_.run, expected, any_order, lanes, pod).read();
}

}  // namespace podsim::plans
