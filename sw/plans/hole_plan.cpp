// SPDX-License-Identifier: Apache-2.0
#include "sw/plans/hole_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "firmware/diagnostics/user_error.h"
#include "sw/plans/mesh_rings.h"

namespace podsim::plans {
namespace {

constexpr int kStreams = 2;
constexpr int kHandOverWindow = 2;

/// Phases of a plan with `hand_overs` rounds in which strips hand over: strips that meet at a
/// critical line take turns, since a chip can add to a row only once a phase.
struct Phases {
  int hand_overs = 1;
  int reduce_lines() const { return 0; }
  int hand_over(int turn) const { return 1 + turn; }
  int reduce_columns() const { return 1 + hand_overs; }
  int gather_columns() const { return 2 + hand_overs; }
  int hand_back() const { return 3 + hand_overs; }
  int gather_lines() const { return 4 + hand_overs; }
};

std::size_t at(std::int64_t index) { return static_cast<std::size_t>(index); }
std::int64_t divide_up(std::int64_t a, std::int64_t b) { return (a + b - 1) / b; }

/// The pod as a colour sees it: lines run along the dimension that it takes first.
class View {
 public:
  View(const Topology& topology, bool x_first) : topology_(topology), x_first_(x_first) {}
  int length() const { return x_first_ ? topology_.width() : topology_.height(); }
  int lines() const { return x_first_ ? topology_.height() : topology_.width(); }
  bool wraps_along() const {
    return x_first_ ? topology_.shape().wrap_x : topology_.shape().wrap_y;
  }
  bool wraps_across() const {
    return x_first_ ? topology_.shape().wrap_y : topology_.shape().wrap_x;
  }
  int chip(int line, int place) const {
    return x_first_ ? topology_.chip_at({place, line}) : topology_.chip_at({line, place});
  }
  bool alive(int line, int place) const { return topology_.alive(chip(line, place)); }

 private:
  const Topology& topology_;
  bool x_first_;
};

/// Live chips of a pair of lines, in the order of a ring.
struct Strip {
  int line = 0;  ///< first of the pair
  int turn = 0;  ///< in which round it hands over
  std::vector<int> chips;
};

/// Which lines are critical, and the strips of the others.
struct Groups {
  std::vector<int> critical;
  std::vector<Strip> strips;
};

/// The runs of places in which a pair of lines has a live chip; one that goes over the wrap is one.
std::vector<std::vector<int>> runs_of(const View& view, int line, int lines) {
  const auto has_live = [&](int place) {
    for (int i = 0; i < lines; ++i) {
      if (view.alive(line + i, place)) return true;
    }
    return false;
  };
  const int length = view.length();
  int start = 0;
  if (view.wraps_along()) {
    while (start < length && has_live(start)) ++start;  // a gap, if there is one
    start %= length;
  }
  std::vector<std::vector<int>> runs;
  bool open = false;
  for (int i = 0; i < length; ++i) {
    const int place = (start + i) % length;
    if (!has_live(place)) {
      open = false;
      continue;
    }
    if (!open) runs.emplace_back();
    open = true;
    runs.back().push_back(place);
  }
  return runs;
}

Groups groups_of(const View& view) {
  Groups groups;
  for (int line = 0; line < view.lines(); line += 2) {
    const int lines = std::min(2, view.lines() - line);
    bool whole = true;
    for (int i = 0; i < lines; ++i) {
      for (int place = 0; place < view.length(); ++place) {
        whole = whole && view.alive(line + i, place);
      }
    }
    if (whole) {
      for (int i = 0; i < lines; ++i) groups.critical.push_back(line + i);
      continue;
    }
    for (const std::vector<int>& run : runs_of(view, line, lines)) {
      Strip strip;
      strip.line = line;
      for (int place : run) {
        if (view.alive(line, place)) strip.chips.push_back(view.chip(line, place));
      }
      for (auto place = run.rbegin(); lines == 2 && place != run.rend(); ++place) {
        if (view.alive(line + 1, *place)) strip.chips.push_back(view.chip(line + 1, *place));
      }
      groups.strips.push_back(std::move(strip));
    }
  }
  return groups;
}

/// The part of the plan that the cores of one colour have.
class ColourWriter {
 public:
  ColourWriter(Plan& plan, const Topology& topology, int colour, std::int64_t rows,
               const CutLimits& limits)
      : plan_(plan),
        view_(topology, colour == 0),
        colour_(colour),
        limits_(limits),
        groups_(groups_of(view_)) {
    if (groups_.critical.empty()) {
      throw UserError("COLL-057",
                      fmt::format("2d-holes needs a pair of {} without a dead chip",
                                  colour == 0 ? "rows" : "columns"),
                      {}, "trees works on any connected pod", ExitCode::kUnreachable);
    }
    give_turns();
    cut(divide_up(rows, kStreams));
  }

  /// Rounds of handing over that the strips need.
  int hand_overs() const {
    int rounds = 1;
    for (const Strip& strip : groups_.strips) rounds = std::max(rounds, strip.turn + 1);
    return rounds;
  }
  std::int64_t stream_rows() const { return stream_rows_; }
  std::int64_t result_rows() const { return rows_; }

  /// Precondition: the plan has its cores, and its buffers kStreams times `stride` rows.
  void write(std::int64_t stride, const Phases& phases) {
    phases_ = phases;
    for (int stream = 0; stream < kStreams; ++stream) write_stream(stream, stream * stride);
  }

 private:
  /// The first round in which no other strip meets this one at a critical line.
  void give_turns() {
    std::map<int, int> taken;  // rounds of each critical line
    for (Strip& strip : groups_.strips) {
      const int lines[2] = {nearest_critical(strip.line, 0), nearest_critical(strip.line, 1)};
      strip.turn = std::max(taken[lines[0]], taken[lines[1]]);
      taken[lines[0]] = taken[lines[1]] = strip.turn + 1;
    }
  }

  void cut(std::int64_t rows) {
    const std::vector<RingCut> cuts =
        cut_stages({{view_.length(), static_cast<int>(groups_.critical.size())}}, rows, limits_)
            .front();
    line_cut_ = cuts[0];
    column_cut_ = cuts[1];
    rows_ = line_cut_.rows();
    stream_rows_ = rows_;
    for (const Strip& strip : groups_.strips) {
      strip_cuts_.push_back(cut_strip(static_cast<int>(strip.chips.size())));
      stream_rows_ = std::max(stream_rows_, strip_cuts_.back().rows());
    }
  }

  /// A strip's shard is a number of chunks of the columns, so that all pieces are.
  RingCut cut_strip(int members) const {
    const int unit = column_cut_.chunk_rows;
    CutLimits limits = limits_;
    limits.chunk_rows = std::max(1, limits.chunk_rows / unit);
    RingCut cut = cut_stages({{members}}, divide_up(rows_, unit), limits).front().front();
    cut.chunk_rows *= unit;
    return cut;
  }

  int core(int chip) const { return chip * kCoresOfAChip + colour_; }

  Ring ring_of(std::vector<int> chips, const RingCut& cut, int stream, std::int64_t row) const {
    Ring ring;
    if (stream == 1) std::reverse(chips.begin(), chips.end());
    for (int chip : chips) ring.members.push_back(core(chip));
    ring.stream = stream;
    ring.cut = cut;
    ring.first_row = row;
    return ring;
  }

  /// The chips of a line, or of the critical lines at a place, in the order of a ring.
  std::vector<int> line(int number) const {
    std::vector<int> chips;
    for (int place : ring_order(view_.length(), view_.wraps_along())) {
      chips.push_back(view_.chip(number, place));
    }
    return chips;
  }
  std::vector<int> column(int place) const {
    std::vector<int> chips;
    const auto count = static_cast<int>(groups_.critical.size());
    for (int i : ring_order(count, view_.wraps_across())) {
      chips.push_back(view_.chip(groups_.critical[at(i)], place));
    }
    return chips;
  }
  static std::vector<int> ring_order(int length, bool wraps) {
    if (!wraps) return line_order(length);
    std::vector<int> order(at(length));
    for (int i = 0; i < length; ++i) order[at(i)] = i;
    return order;
  }

  void write_stream(int stream, std::int64_t base) {
    const std::int64_t source = plan_.source_row + base;
    const std::int64_t target = plan_.target_row + base;
    const std::int64_t shift = plan_.target_row - plan_.source_row;
    for (int number : groups_.critical) {
      reduce(ring_of(line(number), line_cut_, stream, source), phases_.reduce_lines(), shift);
      gather(ring_of(line(number), line_cut_, stream, target), phases_.gather_lines());
    }
    for (std::size_t i = 0; i < groups_.strips.size(); ++i) {
      const std::vector<int>& chips = groups_.strips[i].chips;
      reduce(ring_of(chips, strip_cuts_[i], stream, source), phases_.reduce_lines(), shift);
      gather(ring_of(chips, strip_cuts_[i], stream, target), phases_.gather_lines());
      hand_over(groups_.strips[i], strip_cuts_[i], stream, target);
    }
    const std::vector<int> first = ring_of(line(groups_.critical[0]), line_cut_, stream, 0).members;
    for (int place = 0; place < view_.length(); ++place) {
      const int member = core(view_.chip(groups_.critical[0], place));
      const auto position =
          static_cast<int>(std::find(first.begin(), first.end(), member) - first.begin());
      const std::int64_t row =
          target + finished_shard(position, view_.length()) * line_cut_.shard_rows();
      reduce(ring_of(column(place), column_cut_, stream, row), phases_.reduce_columns(), 0);
      gather(ring_of(column(place), column_cut_, stream, row), phases_.gather_columns());
    }
  }

  void reduce(const Ring& ring, int phase, std::int64_t shift) {
    if (ring.members.size() > 1) {
      add_reduce_scatter(plan_, ring, phase, shift);
    } else if (shift != 0) {
      copy(ring, phase, shift);
    }
  }
  void gather(const Ring& ring, int phase) {
    if (ring.members.size() > 1) add_all_gather(plan_, ring, phase, 0);
  }

  /// A ring of one has nothing to reduce.
  void copy(const Ring& ring, int phase, std::int64_t shift) {
    Primitive primitive = piece(phase, ring.first_row, ring.cut.rows());
    primitive.own = true;
    primitive.store = true;
    primitive.target_shift = shift;
    add(ring.members.front(), primitive);
  }

  void add(int core, const Primitive& primitive) {
    plan_.cores[at(plan_.index_of(core))].primitives.push_back(primitive);
  }

  /// Rows in chunks of whole column chunks.
  Primitive piece(int phase, std::int64_t row, std::int64_t rows) const {
    const int unit = column_cut_.chunk_rows;
    const std::int64_t units = rows / unit;
    std::int64_t together = std::max(1, limits_.chunk_rows / unit);
    while (units % together != 0) --together;
    Primitive primitive;
    primitive.phase = phase;
    primitive.chunk_rows = static_cast<int>(unit * together);
    primitive.walk.first = row;
    primitive.walk.inner = static_cast<int>(units / together);
    primitive.walk.inner_step = primitive.chunk_rows;
    primitive.when.burst = primitive.walk.inner;
    primitive.when.period = primitive.walk.inner;
    return primitive;
  }

  /// The critical line for a strip: the nearest one on either side by turns.
  int nearest_critical(int line, int turn) const {
    const int lines = view_.lines();
    int best[2] = {-1, -1};
    int distance[2] = {lines, lines};
    for (int number : groups_.critical) {
      const bool above = number < line;
      const int gap = above ? line - number : number - line - 1;
      if (gap >= distance[above ? 0 : 1]) continue;
      distance[above ? 0 : 1] = gap;
      best[above ? 0 : 1] = number;
    }
    if (best[0] < 0) return best[1];
    if (best[1] < 0) return best[0];
    return best[turn % 2];
  }

  /// Each strip member's shard, cut at the borders of the critical lines' shards.
  void hand_over(const Strip& strip, const RingCut& cut, int stream, std::int64_t target) {
    const std::vector<int> members = ring_of(strip.chips, cut, stream, 0).members;
    const auto n = static_cast<int>(members.size());
    for (int i = 0; i < n; ++i) {
      const std::int64_t first = finished_shard(i, n) * cut.shard_rows();
      const std::int64_t end = std::min(first + cut.shard_rows(), rows_);
      for (std::int64_t row = first; row < end;) {
        const auto shard = static_cast<int>(row / line_cut_.shard_rows());
        const std::int64_t rows = std::min(end, (shard + 1) * line_cut_.shard_rows()) - row;
        const int holder = nearest_critical(strip.line, i);
        const std::vector<int> ring = ring_of(line(holder), line_cut_, stream, 0).members;
        const int position = (shard + view_.length() - 1) % view_.length();
        add_piece(members[at(i)], ring[at(position)], strip.turn, stream, target + row, rows);
        row += rows;
      }
    }
  }

  int connect(int from, int to, int phase, int stream, Landing landing, int chunk_rows) {
    Connection connection;
    connection.from = from;
    connection.to = to;
    connection.phase = phase;
    connection.lane = lane_of(from, stream);
    connection.target_lane = lane_of(to, stream);
    connection.landing = landing;
    connection.window = kHandOverWindow;
    connection.chunk_rows = chunk_rows;
    plan_.connections.push_back(connection);
    return static_cast<int>(plan_.connections.size()) - 1;
  }

  void add_piece(int strip_core, int critical_core, int turn, int stream, std::int64_t row,
                 std::int64_t rows) {
    Primitive over = piece(phases_.hand_over(turn), row, rows);
    Primitive sum = over;
    over.own = true;
    over.send = {
        connect(strip_core, critical_core, over.phase, stream, Landing::kVmem, over.chunk_rows)};
    sum.own = true;
    sum.receive = over.send;
    sum.store = true;
    add(strip_core, over);
    add(critical_core, sum);
    Primitive back = piece(phases_.hand_back(), row, rows);
    Primitive take = back;
    back.own = true;
    back.send = {
        connect(critical_core, strip_core, back.phase, stream, Landing::kPlaced, back.chunk_rows)};
    take.receive = back.send;
    add(critical_core, back);
    add(strip_core, take);
  }

  Plan& plan_;
  View view_;
  int colour_;
  CutLimits limits_;
  Groups groups_;
  Phases phases_;
  RingCut line_cut_;
  RingCut column_cut_;
  std::vector<RingCut> strip_cuts_;
  std::int64_t rows_ = 0;         ///< of a stream that are reduced
  std::int64_t stream_rows_ = 0;  ///< with what the strips pad
};

}  // namespace

Plan two_dimensions_around_holes(const Topology& topology, const BufferSize& size,
                                 const CutLimits& limits) {
  Plan plan;
  plan.name = "2d-holes";
  plan.combine = size.combine;
  plan.ranks = topology.live_count();
  plan.source_row = kSourceRow;
  plan.target_row = kTargetRow;
  plan.groups.resize(kCoresOfAChip);
  ColourWriter colours[kCoresOfAChip] = {{plan, topology, 0, size.rows, limits},
                                         {plan, topology, 1, size.rows, limits}};
  const std::int64_t stride = std::max(colours[0].stream_rows(), colours[1].stream_rows());
  plan.buffer_rows = kStreams * stride;
  for (int chip : topology.live_chips()) {
    for (int c = 0; c < kCoresOfAChip; ++c) {
      plan.cores.push_back({chip * kCoresOfAChip + c, {}});
      plan.groups[at(c)].push_back(chip * kCoresOfAChip + c);
      plan.results.emplace_back();
      for (int stream = 0; stream < kStreams; ++stream) {
        plan.results.back().push_back(
            {stream * stride, stream * stride, colours[c].result_rows(), c});
      }
    }
  }
  const Phases phases{std::max(colours[0].hand_overs(), colours[1].hand_overs())};
  plan.phases = {"reduce-scatter lines"};
  for (int i = 0; i < phases.hand_overs; ++i) {
    plan.phases.push_back(fmt::format("hand over {}", i + 1));
  }
  for (const char* name :
       {"reduce-scatter columns", "all-gather columns", "hand back", "all-gather lines"}) {
    plan.phases.emplace_back(name);
  }
  for (ColourWriter& colour : colours) colour.write(stride, phases);
  return plan;
}

}  // namespace podsim::plans
