// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_ICI_LINK_SETTINGS_H_
#define PODSIM_SYSTEMC_ICI_LINK_SETTINGS_H_

#include <cstdint>

namespace podsim {

/// Settings of a link layer (docs/rtl/link-layer.md), in ICI cycles or counts.
struct LinkSettings {
  std::int64_t retry_timeout = 512;
  std::int64_t max_retries = 8;
  std::int64_t keep_alive = 64;
  std::int64_t silence_limit = 1024;
  bool auto_retrain = true;
  std::int64_t retrain_pause = 1024;
  std::int64_t train_limit = 4096;
  std::int64_t max_trainings = 4;
};

/// What a link layer knows of its link.
struct LinkStatus {
  enum State : std::uint8_t {
    kDisabled,
    kFirstTraining,
    kSecondTraining,
    kActive,
    kDown,
    kRefused
  };
  State state = kDisabled;
  std::uint32_t crc_errors = 0;  ///< frames dropped for their CRC
  std::uint32_t replays = 0;     ///< times that flits were sent again
  std::uint32_t trainings = 0;   ///< times that the link became active
  std::uint32_t downs = 0;       ///< times that it stopped being so
  std::uint32_t dropped = 0;     ///< packets that ended in the dead link
  std::uint32_t poisoned = 0;    ///< packets whose rest did not come, ended by force
  std::uint32_t uncertain = 0;   ///< packets given up unacknowledged: they may have arrived

  /// Packets that the link has or may have lost.
  std::uint64_t lost() const { return std::uint64_t{dropped} + poisoned + uncertain; }
};

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_ICI_LINK_SETTINGS_H_
