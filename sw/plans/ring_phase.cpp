// SPDX-License-Identifier: Apache-2.0
#include "sw/plans/ring_phase.h"

namespace podsim::plans {
namespace {

std::size_t at(int index) { return static_cast<std::size_t>(index); }

/// The connections of a ring and the primitives of its members.
class RingWriter {
 public:
  RingWriter(Plan& plan, const Ring& ring, int phase, Landing landing)
      : plan_(plan), ring_(ring), n_(static_cast<int>(ring.members.size())), phase_(phase) {
    first_connection_ = static_cast<int>(plan.connections.size());
    for (int i = 0; i < n_; ++i) {
      Connection connection;
      connection.from = ring.members[at(i)];
      connection.to = ring.members[at((i + 1) % n_)];
      connection.phase = phase;
      connection.lane = lane_of(connection.from, ring.stream);
      connection.target_lane = lane_of(connection.to, ring.stream);
      connection.landing = landing;
      // A member uses a chunk in_flight slots after it was due to be sent: with a smaller window
      // all members would wait for each other's credits.
      connection.window = ring.cut.in_flight + 2;
      connection.chunk_rows = ring.cut.chunk_rows;
      plan.connections.push_back(connection);
    }
  }

  int members() const { return n_; }
  int outgoing(int position) const { return first_connection_ + position; }
  int incoming(int position) const { return first_connection_ + (position + n_ - 1) % n_; }

  /// Slots of the steps [first_step, first_step + steps) of every round; a round takes n - 1
  /// steps of in_flight slots.
  Timetable timetable(int first_step, int steps) const {
    Timetable when;
    when.period = (n_ - 1) * ring_.cut.in_flight;
    when.start = first_step * ring_.cut.in_flight;
    when.burst = steps * ring_.cut.in_flight;
    when.rounds = ring_.cut.rounds;
    return when;
  }

  /// The shards first, first - 1, ... (modulo n), `steps` of them.
  ChunkWalk walk(int first_shard, int steps) const {
    const RingCut& cut = ring_.cut;
    const int first = (first_shard % n_ + n_) % n_;
    ChunkWalk walk;
    walk.first = ring_.first_row + first * cut.shard_rows();
    walk.inner = cut.in_flight;
    walk.inner_step = cut.chunk_rows;
    walk.middle = steps;
    walk.middle_step = -cut.shard_rows();
    if (first + 1 < steps) {
      walk.wrap_at = first + 1;
      walk.wrap_step = n_ * cut.shard_rows();
    }
    walk.outer = cut.rounds;
    walk.outer_step = std::int64_t{cut.in_flight} * cut.chunk_rows;
    return walk;
  }

  Primitive primitive(const Timetable& when, const ChunkWalk& walk) const {
    Primitive primitive;
    primitive.phase = phase_;
    primitive.when = when;
    primitive.walk = walk;
    primitive.chunk_rows = ring_.cut.chunk_rows;
    return primitive;
  }

  void add(int position, Primitive primitive) {
    plan_.cores[at(plan_.index_of(ring_.members[at(position)]))].primitives.push_back(
        std::move(primitive));
  }

 private:
  Plan& plan_;
  const Ring& ring_;
  int n_;
  int phase_;
  int first_connection_ = 0;
};

}  // namespace

void add_reduce_scatter(Plan& plan, const Ring& ring, int phase, std::int64_t target_shift) {
  RingWriter writer(plan, ring, phase, Landing::kVmem);
  const int n = writer.members();
  for (int i = 0; i < n; ++i) {
    Primitive first = writer.primitive(writer.timetable(0, 1), writer.walk(i, 1));
    first.own = true;
    first.send = {writer.outgoing(i)};
    writer.add(i, first);
    if (n > 2) {
      Primitive middle = writer.primitive(writer.timetable(1, n - 2), writer.walk(i - 1, n - 2));
      middle.own = true;
      middle.receive = {writer.incoming(i)};
      middle.send = {writer.outgoing(i)};
      writer.add(i, middle);
    }
    Primitive last = writer.primitive(writer.timetable(n - 1, 1), writer.walk(i + 1, 1));
    last.own = true;
    last.receive = {writer.incoming(i)};
    last.store = true;
    last.target_shift = target_shift;
    writer.add(i, last);
  }
}

void add_all_gather(Plan& plan, const Ring& ring, int phase, std::int64_t source_shift) {
  RingWriter writer(plan, ring, phase, Landing::kPlaced);
  const int n = writer.members();
  for (int i = 0; i < n; ++i) {
    Primitive first = writer.primitive(writer.timetable(0, 1), writer.walk(i + 1, 1));
    first.own = true;
    first.send = {writer.outgoing(i)};
    first.walk.first += source_shift;
    first.target_shift = -source_shift;
    first.store = source_shift != 0;
    writer.add(i, first);
    if (n > 2) {
      Primitive middle = writer.primitive(writer.timetable(1, n - 2), writer.walk(i, n - 2));
      middle.receive = {writer.incoming(i)};
      middle.send = {writer.outgoing(i)};
      writer.add(i, middle);
    }
    Primitive last = writer.primitive(writer.timetable(n - 1, 1), writer.walk(i + 2, 1));
    last.receive = {writer.incoming(i)};
    writer.add(i, last);
  }
}

}  // namespace podsim::plans
