// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_COLLECTIVES_FRONTIER_PROGRAM_H_
#define PODSIM_SW_COLLECTIVES_FRONTIER_PROGRAM_H_

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

namespace podsim {

/// Hamiltonian circuit of a small-frontier graph by dynamic programming over the cut between the
/// vertices taken and those to come.
class FrontierProgram {
 public:
  /// Most edges that a cut may have: a state is a 64-bit word with 4 bits an edge.
  static constexpr int kMaxCut = 16;

  enum class Verdict { kFound, kNone, kGaveUp };

  /// `neighbours[v]` lists the neighbours of vertex v, each once. Vertices are taken in order.
  explicit FrontierProgram(std::vector<std::vector<int>> neighbours);

  /// Gives up when a cut is too wide or a step has more than `most_states` states.
  Verdict run(std::size_t most_states);
  /// The circuit, after kFound.
  std::vector<int> circuit() const;

 private:
  struct Edge {
    int earlier;
    int later;
  };
  /// A state: per edge of the cut 0 (unused) or the number of its path, and where it came from.
  struct State {
    std::uint64_t labels;
    std::uint32_t parent;
  };
  using Labels = std::array<std::uint8_t, kMaxCut>;

  /// What taking one vertex does to the cut.
  struct Step {
    std::vector<Edge> before;  // the cut before
    std::vector<Edge> after;
    std::vector<int> arriving;  // places in `before` of the vertex's edges to earlier vertices
    std::vector<int> staying;   // places in `before` that go on, in order
    int leaving = 0;            // edges to later vertices, the last places of `after`
  };

  class Table;

  bool lay_out();
  void take(const Step& step, const State& from, std::uint32_t index, bool last, Table& to) const;
  static Labels unpack(std::uint64_t labels);
  static std::uint64_t pack(const Labels& labels, std::size_t size);

  std::vector<std::vector<int>> neighbours_;
  std::vector<Step> steps_;
  std::vector<std::vector<State>> states_;  // [i]: before step i
};

}  // namespace podsim

#endif  // PODSIM_SW_COLLECTIVES_FRONTIER_PROGRAM_H_
