// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_BASE_HUGE_PAGES_H_
#define PODSIM_SYSTEMC_BASE_HUGE_PAGES_H_

namespace podsim {

/// Asks the system to move the heap of this process, as far as it has been touched, into huge
/// pages: data of thousands of nodes in small pieces then need few entries of the processor's page
/// tables. Gives whether anything was moved; where the system cannot do it (Linux before 6.1)
/// nothing happens.
bool move_heap_to_huge_pages();

}  // namespace podsim

#endif  // PODSIM_SYSTEMC_BASE_HUGE_PAGES_H_
