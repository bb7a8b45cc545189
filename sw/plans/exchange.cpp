// SPDX-License-Identifier: Apache-2.0
#include "sw/plans/exchange.h"

#include <fmt/format.h>

#include <algorithm>

#include "firmware/diagnostics/user_error.h"

namespace podsim::plans {
namespace {

constexpr int kWindow = 2;         // chunks on their way to each of many receivers
constexpr int kLongestDigit = 32;  // chips that a core sends to in one phase on a healthy mesh

std::size_t at(std::int64_t index) { return static_cast<std::size_t>(index); }
std::int64_t divide_up(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

/// Rows of a block: at least `least`, in chunks of at most `most` rows.
struct BlockCut {
  BlockCut(std::int64_t least, int most)
      : chunks(static_cast<int>(divide_up(least, most))),
        chunk_rows(static_cast<int>(divide_up(least, chunks))) {}
  int chunks = 1;
  int chunk_rows = 1;
  std::int64_t rows() const { return std::int64_t{chunk_rows} * chunks; }
};

void add_core_places(Plan& plan, const std::vector<int>& chips) {
  for (int chip : chips) {
    for (int c = 0; c < kCoresOfAChip; ++c) {
      plan.groups.push_back({chip * kCoresOfAChip + c});
      plan.cores.push_back({chip * kCoresOfAChip + c, {}});
      plan.results.emplace_back();
    }
  }
}

int connect(Plan& plan, int from, int to, int phase, int stream, int chunk_rows) {
  Connection connection;
  connection.from = from;
  connection.to = to;
  connection.phase = phase;
  connection.lane = lane_of(from, stream);
  connection.target_lane = lane_of(to, stream);
  connection.landing = Landing::kPlaced;
  connection.window = kWindow;
  connection.chunk_rows = chunk_rows;
  plan.connections.push_back(connection);
  return static_cast<int>(plan.connections.size()) - 1;
}

/// All-to-all by digits: a chip's place among the others is a number with several digits, and each
/// phase exchanges one of them.
///
/// The blocks of a core form an array over all digits. Before phase i, an index names the
/// destination in digits i and up, and the source in the digits below. A core sends the part of the
/// array whose digit i is v to the core that differs from it in digit i only, which is v there; the
/// receiver places it where digit i is the sender's.
class AllToAllWriter {
 public:
  AllToAllWriter(const Topology& topology, const BufferSize& size, const CutLimits& limits)
      : chips_(topology.live_chips()),
        radix_(digits(topology)),
        cut_(divide_up(size.rows, static_cast<std::int64_t>(chips_.size())), limits.chunk_rows) {
    blocks_ = static_cast<int>(chips_.size());
    half_ = blocks_ * cut_.rows();
    plan_.name = radix_.size() == 1 ? "direct" : "by dimensions";
    plan_.combine = size.combine;
    plan_.buffer_rows = 2 * half_;
    plan_.source_row = kSourceRow;
    plan_.target_row = kTargetRow;
    add_core_places(plan_, chips_);
    plan_.ranks = blocks_;
  }

  Plan write() {
    for (int digit = 0; digit < static_cast<int>(radix_.size()); ++digit) {
      plan_.phases.push_back(fmt::format("exchange {}", digit + 1));
      for (int c = 0; c < kCoresOfAChip; ++c) exchange(digit, c);
    }
    for (int i = 0; i < blocks_; ++i) {
      for (int c = 0; c < kCoresOfAChip; ++c) add_results(i, c);
    }
    return std::move(plan_);
  }

 private:
  static std::vector<int> digits(const Topology& topology) {
    if (topology.live_count() != topology.chips()) return {topology.live_count()};
    std::vector<int> radix;
    for (int side : {topology.width(), topology.height()}) {
      if (side == 1) continue;
      int low = side;
      while (low > kLongestDigit && low % 2 == 0) low /= 2;
      radix.push_back(low);
      if (low != side) radix.push_back(side / low);
    }
    if (radix.empty()) radix.push_back(1);
    return radix;
  }

  int stride(int digit) const {
    int stride = 1;
    for (int i = 0; i < digit; ++i) stride *= radix_[at(i)];
    return stride;
  }

  int core(int number, int c) const { return chips_[at(number)] * kCoresOfAChip + c; }
  std::vector<Primitive>& primitives(int number, int c) {
    return plan_.cores[at(plan_.index_of(core(number, c)))].primitives;
  }

  /// Where the array lies before phase `digit`: the source, then the halves of the target in turn,
  /// so that the last phase ends in the first half.
  std::int64_t region(int digit) const {
    if (digit == 0) return plan_.source_row;
    const auto left = static_cast<int>(radix_.size()) - digit;
    return plan_.target_row + (left % 2 == 0 ? 0 : half_);
  }

  /// The walk over the part of the array whose digit is `value`.
  ChunkWalk part(int digit, int value) const {
    const int low = stride(digit);
    ChunkWalk walk;
    walk.first = region(digit) + value * low * cut_.rows();
    walk.inner = low * cut_.chunks;
    walk.inner_step = cut_.chunk_rows;
    walk.outer = blocks_ / (low * radix_[at(digit)]);
    walk.outer_step = std::int64_t{low} * radix_[at(digit)] * cut_.rows();
    return walk;
  }

  Primitive primitive(int digit, const ChunkWalk& walk, int rotation) const {
    Primitive primitive;
    primitive.phase = digit;
    primitive.walk = walk;
    primitive.chunk_rows = cut_.chunk_rows;
    // Chunk by chunk to all in turn; `rotation` orders the partners of a slot.
    primitive.when.start = rotation;
    primitive.when.period = radix_[at(digit)];
    primitive.when.rounds = static_cast<int>(walk.chunks());
    return primitive;
  }

  void exchange(int digit, int c) {
    const int n = radix_[at(digit)];
    for (int i = 0; i < blocks_; ++i) {
      const int own = i / stride(digit) % n;
      Primitive keep = primitive(digit, part(digit, own), 0);
      keep.own = true;
      keep.store = true;
      keep.target_shift = region(digit + 1) - region(digit);
      primitives(i, c).push_back(keep);
    }
    // At distance d all cores send at once, each to another receiver.
    for (int d = 1; d < n; ++d) {
      for (int i = 0; i < blocks_; ++i) send(digit, c, i, d);
    }
  }

  void send(int digit, int c, int i, int distance) {
    const int n = radix_[at(digit)];
    const int own = i / stride(digit) % n;
    const int value = (own + distance) % n;
    const int other = i + (value - own) * stride(digit);
    const int connection =
        connect(plan_, core(i, c), core(other, c), digit, distance % 2, cut_.chunk_rows);
    Primitive out = primitive(digit, part(digit, value), distance);
    out.own = true;
    out.send = {connection};
    out.target_shift =
        region(digit + 1) - region(digit) + std::int64_t{own - value} * stride(digit) * cut_.rows();
    primitives(i, c).push_back(out);
    Primitive in = primitive(digit, part(digit, own), distance);
    in.walk.first += region(digit + 1) - region(digit);
    in.receive = {connection};
    ++in.when.start;  // after all sends of a slot, or cores would wait in a circle
    primitives(other, c).push_back(in);
  }

  void add_results(int number, int c) {
    const int place = plan_.index_of(core(number, c));
    for (int source = 0; source < blocks_; ++source) {
      plan_.results[at(place)].push_back({source * cut_.rows(), number * cut_.rows(), cut_.rows(),
                                          plan_.index_of(core(source, c))});
    }
  }

  std::vector<int> chips_;  // y * width + x: the digits of x are the low ones
  std::vector<int> radix_;
  BlockCut cut_;
  int blocks_ = 0;
  std::int64_t half_ = 0;
  Plan plan_;
};

/// The chips of a block as a line of one-hop links.
std::vector<int> line_through(const Topology& topology, Coordinate corner,
                              const ModelBlock& block) {
  std::vector<int> line;
  for (int y = 0; y < block.height; ++y) {
    for (int i = 0; i < block.width; ++i) {
      const int x = y % 2 == 0 ? i : block.width - 1 - i;
      line.push_back(topology.chip_at({corner.x + x, corner.y + y}));
    }
  }
  return line;
}

}  // namespace

Plan all_to_all(const Topology& topology, const BufferSize& size, const CutLimits& limits) {
  return AllToAllWriter(topology, size, limits).write();
}

Plan halo_exchange(const Topology& topology, const ModelBlock& block, const BufferSize& size,
                   const CutLimits& limits) {
  std::vector<std::vector<int>> lines;
  std::vector<int> chips;
  for (int y = 0; y + block.height <= topology.height(); y += block.height) {
    for (int x = 0; x + block.width <= topology.width(); x += block.width) {
      std::vector<int> line = line_through(topology, {x, y}, block);
      if (!std::all_of(line.begin(), line.end(), [&](int chip) { return topology.alive(chip); })) {
        continue;
      }
      chips.insert(chips.end(), line.begin(), line.end());
      lines.push_back(std::move(line));
    }
  }
  if (lines.empty() || lines.front().size() < 2) {
    throw UserError("COLL-053",
                    fmt::format("a halo exchange needs blocks of 2 or more live chips; there is "
                                "none of {} x {} on this pod",
                                block.width, block.height),
                    {}, "--block 1x2, 2x2, ...", ExitCode::kUnreachable);
  }
  std::sort(chips.begin(), chips.end());
  const BlockCut cut(std::max<std::int64_t>(1, divide_up(size.rows, 2)), limits.chunk_rows);
  Plan plan;
  plan.name = "neighbours";
  plan.combine = size.combine;
  plan.buffer_rows = 2 * cut.rows();
  plan.source_row = kSourceRow;
  plan.target_row = kTargetRow;
  plan.phases = {"halo"};
  add_core_places(plan, chips);
  plan.ranks = static_cast<int>(lines.front().size());
  const auto add = [&](int from, int to, std::int64_t edge, std::int64_t halo, int stream) {
    const int connection = connect(plan, from, to, 0, stream, cut.chunk_rows);
    Primitive out;
    out.chunk_rows = cut.chunk_rows;
    out.when.burst = cut.chunks;
    out.when.period = cut.chunks;
    out.walk.first = plan.source_row + edge;
    out.walk.inner = cut.chunks;
    out.walk.inner_step = cut.chunk_rows;
    Primitive in = out;
    out.own = true;
    out.send = {connection};
    out.target_shift = plan.target_row - plan.source_row + halo - edge;
    in.walk.first = plan.target_row + halo;
    in.receive = {connection};
    in.when.start = 1;  // after all sends of a slot, or cores would wait in a circle
    plan.cores[at(plan.index_of(from))].primitives.push_back(out);
    plan.cores[at(plan.index_of(to))].primitives.push_back(in);
    plan.results[at(plan.index_of(to))].push_back({halo, edge, cut.rows(), plan.index_of(from)});
  };
  for (const std::vector<int>& line : lines) {
    for (std::size_t i = 0; i + 1 < line.size(); ++i) {
      for (int c = 0; c < kCoresOfAChip; ++c) {
        add(line[i] * 2 + c, line[i + 1] * 2 + c, cut.rows(), 0, 0);
        add(line[i + 1] * 2 + c, line[i] * 2 + c, 0, cut.rows(), 1);
      }
    }
  }
  return plan;
}

}  // namespace podsim::plans
