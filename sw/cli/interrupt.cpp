// SPDX-License-Identifier: Apache-2.0
#include "sw/cli/interrupt.h"

#include <pthread.h>

#include <ctime>

namespace podsim::cli {

Interrupt::Interrupt() {
  sigemptyset(&signals_);
  sigaddset(&signals_, SIGINT);
  sigaddset(&signals_, SIGTERM);
  pthread_sigmask(SIG_BLOCK, &signals_, &before_);
}

Interrupt::~Interrupt() { restore(); }

bool Interrupt::requested() {
  if (requested_) return true;
  // Blocked signals wait in the process until they are taken here: no handler, no global state.
  const timespec no_wait{0, 0};
  requested_ = sigtimedwait(&signals_, nullptr, &no_wait) > 0;
  if (requested_) restore();
  return requested_;
}

void Interrupt::restore() { pthread_sigmask(SIG_SETMASK, &before_, nullptr); }

}  // namespace podsim::cli
