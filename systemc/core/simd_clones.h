// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SYSTEMC_CORE_SIMD_CLONES_H_
#define PODSIM_SYSTEMC_CORE_SIMD_CLONES_H_

// The one macro of the core: an attribute cannot be named otherwise. A function marked with it is
// compiled once for each level of x86 vector unit and chosen when the program is loaded; every
// level computes the same bits, because no operation is fused or reordered. Sanitizers run before
// the choice can be made, so their builds have the default only.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && \
    !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define PODSIM_SIMD_CLONES [[gnu::target_clones("avx512f", "avx2", "default")]]
#else
#define PODSIM_SIMD_CLONES
#endif

#endif  // PODSIM_SYSTEMC_CORE_SIMD_CLONES_H_
