// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_BASE_ACCESS_TIME_H_
#define PODSIM_SYSTEMC_BASE_ACCESS_TIME_H_

#include <systemc>
#include <tlm>

#include "systemc/base/time.h"

namespace podsim {

/// When a memory access begins. The rule, for every memory of podsim:
///
/// * a chip runs ahead of the SystemC kernel inside its window, so sc_time_stamp() is not "now":
///   an initiator attaches an AccessTime, and the access begins at `at`;
/// * without the extension (a foreign initiator) it begins at sc_time_stamp() + delay;
/// * b_transport never waits. It moves the data at the call and returns with the delay argument
///   increased by the latency: the access is over at its begin + that increase.
///
/// The extension is ignored by transport_dbg and by direct memory access, which take no time.
struct AccessTime final : tlm::tlm_extension<AccessTime> {
  Picoseconds at = 0;

  tlm_extension_base* clone() const override { return new AccessTime(*this); }
  void copy_from(const tlm_extension_base& other) override {
    at = static_cast<const AccessTime&>(other).at;
  }
};

/// `time` as a delay. Not sc_time::from_value, which writes to the simulation context: chips run on
/// several threads. Exact up to 2^52 ps, over an hour.
inline sc_core::sc_time delay_of(Picoseconds time, const sc_core::sc_time& picosecond) {
  return picosecond * static_cast<double>(time);
}

/// Begin of an access by the rule above. SystemC's resolution must be 1 ps.
inline Picoseconds access_begin(const tlm::tlm_generic_payload& payload,
                                const sc_core::sc_time& delay) {
  const AccessTime* time = nullptr;
  payload.get_extension(time);
  return time != nullptr ? time->at : (sc_core::sc_time_stamp() + delay).value();
}

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_BASE_ACCESS_TIME_H_
