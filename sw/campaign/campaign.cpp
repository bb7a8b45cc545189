// SPDX-License-Identifier: Apache-2.0
#include "sw/campaign/campaign.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <utility>

namespace podsim::campaign {
namespace {

constexpr double kNormal95 = 1.959964;  // two-sided 95 % quantile of the normal distribution

void count(const TrialResult& trial, SiteCounts& counts) {
  ++counts.trials;
  counts.detected += trial.detected ? 1 : 0;
  ++counts.by_verdict[static_cast<std::size_t>(trial.verdict)];
}

int of(const SiteCounts& counts, Verdict verdict) {
  return counts.by_verdict[static_cast<std::size_t>(verdict)];
}

std::string row(const char* site, const SiteCounts& c) {
  const Interval silent = wilson_interval(of(c, Verdict::kSilent), c.trials);
  return fmt::format("{:<18} {:>7} {:>9} {:>10} {:>10} {:>9} {:>7} {:>5}   {:.2f} to {:.2f} %\n",
                     site, c.trials, c.detected, of(c, Verdict::kNoEffect),
                     of(c, Verdict::kCorrected), of(c, Verdict::kReported), of(c, Verdict::kSilent),
                     of(c, Verdict::kHang), 100 * silent.low, 100 * silent.high);
}

}  // namespace

SiteCounts CampaignResult::total() const {
  SiteCounts all;
  for (const SiteCounts& site : sites) {
    all.trials += site.trials;
    all.detected += site.detected;
    for (std::size_t v = 0; v < all.by_verdict.size(); ++v) all.by_verdict[v] += site.by_verdict[v];
  }
  return all;
}

CampaignResult run_campaign(const TrialSetup& setup, int trials,
                            const std::function<bool(int done)>& more) {
  CampaignResult result;
  for (int i = 0; i < trials; ++i) {
    if (!more(i)) {
      result.interrupted = true;
      break;
    }
    TrialResult trial = run_trial(setup, static_cast<std::uint64_t>(i));
    count(trial, result.sites[static_cast<std::size_t>(trial.fault.site)]);
    if (trial.verdict == Verdict::kSilent || trial.verdict == Verdict::kHang) {
      result.failures.push_back(trial);
    }
    result.trials.push_back(std::move(trial));
  }
  return result;
}

Interval wilson_interval(int hits, int trials) {
  if (trials == 0) return {};
  const double n = trials;
  const double p = hits / n;
  const double z2 = kNormal95 * kNormal95;
  const double centre = (p + z2 / (2 * n)) / (1 + z2 / n);
  const double half = kNormal95 / (1 + z2 / n) * std::sqrt(p * (1 - p) / n + z2 / (4 * n * n));
  return {hits == 0 ? 0 : centre - half, hits == trials ? 1 : centre + half};
}

std::string campaign_text(const CampaignResult& result) {
  std::string text = fmt::format("{:<18} {:>7} {:>9} {:>10} {:>10} {:>9} {:>7} {:>5}   {}\n",
                                 "site", "trials", "detected", "no effect", "corrected", "reported",
                                 "silent", "hang", "silent, 95 %");
  for (int site = 0; site < kSites; ++site) {
    text += row(name(static_cast<Site>(site)), result.sites[static_cast<std::size_t>(site)]);
  }
  text += row("all", result.total());
  for (const TrialResult& failure : result.failures) {
    text += fmt::format("{}: {}; {} sent, {} arrived, {} wrong, {} repeated, {} reported\n",
                        name(failure.verdict), failure.fault.text, failure.sent, failure.arrived,
                        failure.wrong, failure.repeated, failure.reported);
  }
  return text;
}

std::string campaign_json(const CampaignResult& result) {
  nlohmann::ordered_json sites = nlohmann::ordered_json::array();
  const auto add = [&sites](const char* site, const SiteCounts& c) {
    const Interval silent = wilson_interval(of(c, Verdict::kSilent), c.trials);
    sites.push_back({{"site", site},
                     {"trials", c.trials},
                     {"detected", c.detected},
                     {"no_effect", of(c, Verdict::kNoEffect)},
                     {"corrected", of(c, Verdict::kCorrected)},
                     {"reported", of(c, Verdict::kReported)},
                     {"silent", of(c, Verdict::kSilent)},
                     {"hang", of(c, Verdict::kHang)},
                     {"silent_low", silent.low},
                     {"silent_high", silent.high}});
  };
  for (int site = 0; site < kSites; ++site) {
    add(name(static_cast<Site>(site)), result.sites[static_cast<std::size_t>(site)]);
  }
  add("all", result.total());
  return nlohmann::ordered_json{{"sites", sites}}.dump(2) + "\n";
}

std::string campaign_csv(const CampaignResult& result) {
  std::string csv =
      "# podsim campaign: one line a trial\n"
      "# site: where the fault strikes; cycle: when (ICI cycles); verdict: how the trial ended\n"
      "# sent, arrived, wrong, repeated: packets; reported: packets said to be lost, at most\n"
      "# rest: when the network came to rest (ICI cycles)\n"
      "trial,site,cycle,verdict,detected,sent,arrived,wrong,repeated,reported,rest\n";
  for (std::size_t i = 0; i < result.trials.size(); ++i) {
    const TrialResult& t = result.trials[i];
    csv += fmt::format("{},\"{}\",{},{},{},{},{},{},{},{},{}\n", i, name(t.fault.site), t.fault.at,
                       name(t.verdict), t.detected ? 1 : 0, t.sent, t.arrived, t.wrong, t.repeated,
                       t.reported, t.rest);
  }
  return csv;
}

}  // namespace podsim::campaign
