// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_CLI_MEMORY_CONTENTS_H_
#define PODSIM_SW_CLI_MEMORY_CONTENTS_H_

#include <cstdint>
#include <string>
#include <vector>

#include "sw/config/scenario.h"
#include "systemc/pod/pod.h"

/// The [[load]], [[expect]] and [[dump]] tables of a scenario at work.
namespace podsim::cli {

using Words = std::vector<std::uint32_t>;

/// "{core}" in a file name replaced by the core's number.
std::string file_of_core(const std::string& file, int core);

/// The elements for one core. Throws UserError CFG-002 or CFG-021 at `place` for a file that
/// cannot be read or is no whole number of words.
Words contents_for(const config::MemoryContents& contents, int core, std::int64_t seed,
                   const SourcePlace& place);

/// Back-door access. Throws UserError CFG-021 at `place` if the words do not fit the memory.
void write_memory(Pod& pod, int core, const config::MemoryPlace& memory, const Words& words,
                  const SourcePlace& place);
Words read_memory(const Pod& pod, int core, const config::MemoryPlace& memory, std::size_t count);

/// Little-endian bytes.
std::string words_to_bytes(const Words& words);

/// What differs, one line; empty if nothing does. float32 elements may differ by `tolerance`; NaN
/// equals NaN.
std::string compare_words(const Words& expected, const Words& found, config::ElementType type,
                          double tolerance);

}  // namespace podsim::cli

#endif  // PODSIM_SW_CLI_MEMORY_CONTENTS_H_
