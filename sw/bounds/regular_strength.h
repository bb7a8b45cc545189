// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_BOUNDS_REGULAR_STRENGTH_H_
#define PODSIM_SW_BOUNDS_REGULAR_STRENGTH_H_

#include "sw/bounds/ratio.h"
#include "systemc/pod/topology.h"

namespace podsim {

/// The strength of a pod without failures, by formula. Single chips are its weakest partition, so
/// for N = n m chips sigma is the number of links over N - 1: 2 N on a torus, 2 n m - n - m on an
/// n x m mesh, n m + n (m - 1) with a wrap along the side of length n only. A side of one chip has
/// no links, wrap or not; a wrap over two chips is a second link.
Ratio regular_strength(const MeshShape& shape);

}  // namespace podsim

#endif  // PODSIM_SW_BOUNDS_REGULAR_STRENGTH_H_
