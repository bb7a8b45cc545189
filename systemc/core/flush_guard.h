// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_CORE_FLUSH_GUARD_H_
#define PODSIM_SYSTEMC_CORE_FLUSH_GUARD_H_

#if defined(__SSE2__)
#include <xmmintrin.h>
#endif

namespace podsim {

#if defined(__SSE2__)

/// Whether FlushGuard makes the host itself flush subnormals. Only x86 does it as the model wants:
/// it decides after rounding whether a result is below the normal range. Elsewhere (the FZ mode of
/// aarch64 decides before rounding) the kernels flush explicitly, with the same results.
inline constexpr bool kHostFlushes = true;

/// While it lives, the host rounds to nearest even, masks all floating-point exceptions and, where
/// kHostFlushes, takes subnormal inputs and results as signed zeros. Restores what was.
class FlushGuard {
 public:
  FlushGuard() : saved_(_mm_getcsr()) { _mm_setcsr(kFlushing); }
  ~FlushGuard() { _mm_setcsr(saved_); }
  FlushGuard(const FlushGuard&) = delete;
  FlushGuard& operator=(const FlushGuard&) = delete;

 private:
  static constexpr unsigned kMaskExceptions = 0x1f80;
  static constexpr unsigned kFlushToZero = 0x8000;
  static constexpr unsigned kDenormalsAreZero = 0x0040;
  static constexpr unsigned kFlushing = kMaskExceptions | kFlushToZero | kDenormalsAreZero;
  unsigned saved_;
};

/// Inside a FlushGuard's scope: the host's default floating-point behaviour for a while, for code
/// that is not the model's own (observers, the environment, hash and text).
class NormalGuard {
 public:
  NormalGuard() : saved_(_mm_getcsr()) { _mm_setcsr(kDefault); }
  ~NormalGuard() { _mm_setcsr(saved_); }
  NormalGuard(const NormalGuard&) = delete;
  NormalGuard& operator=(const NormalGuard&) = delete;

 private:
  static constexpr unsigned kDefault = 0x1f80;
  unsigned saved_;
};

#else

inline constexpr bool kHostFlushes = false;

class FlushGuard {
 public:
  FlushGuard() {}
  ~FlushGuard() {}
  FlushGuard(const FlushGuard&) = delete;
  FlushGuard& operator=(const FlushGuard&) = delete;
};

class NormalGuard {
 public:
  NormalGuard() {}
  ~NormalGuard() {}
  NormalGuard(const NormalGuard&) = delete;
  NormalGuard& operator=(const NormalGuard&) = delete;
};

#endif

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_CORE_FLUSH_GUARD_H_
