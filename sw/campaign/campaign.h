// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_CAMPAIGN_CAMPAIGN_H_
#define PODSIM_SW_CAMPAIGN_CAMPAIGN_H_

#include <array>
#include <functional>
#include <string>
#include <vector>

#include "sw/campaign/trial.h"

namespace podsim::campaign {

/// Trials at one site, by verdict.
struct SiteCounts {
  int trials = 0;
  int detected = 0;
  std::array<int, 5> by_verdict{};
};

struct CampaignResult {
  std::array<SiteCounts, kSites> sites;
  std::vector<TrialResult> failures;  ///< trials that were silent or hung
  std::vector<TrialResult> trials;
  bool interrupted = false;

  SiteCounts total() const;
};

/// Runs trials 0 to count - 1. `more` is called before each with the number done; false stops.
CampaignResult run_campaign(const TrialSetup& setup, int count,
                            const std::function<bool(int done)>& more);

/// Bounds of a chance of which `hits` of `trials` were seen, with 95 % confidence: the score
/// interval of Wilson (J. Am. Stat. Assoc. 22, 1927).
struct Interval {
  double low = 0;
  double high = 1;
};
Interval wilson_interval(int hits, int trials);

/// The table by site, with the interval of silent ones, and each failure.
std::string campaign_text(const CampaignResult& result);
/// The same as one JSON object.
std::string campaign_json(const CampaignResult& result);
/// One line a trial, with a header that explains itself.
std::string campaign_csv(const CampaignResult& result);

}  // namespace podsim::campaign

#endif  // PODSIM_SW_CAMPAIGN_CAMPAIGN_H_
