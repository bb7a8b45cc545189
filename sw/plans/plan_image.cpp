// SPDX-License-Identifier: Apache-2.0
#include "sw/plans/plan_image.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <limits>

#include "firmware/diagnostics/user_error.h"
#include "systemc/pod/topology.h"

namespace podsim::plans {
namespace {

constexpr int kNever = std::numeric_limits<std::int32_t>::max();

std::size_t at(std::int64_t index) { return static_cast<std::size_t>(index); }
std::int32_t word(std::int64_t value) { return static_cast<std::int32_t>(value); }
std::int64_t bytes(std::int64_t rows) { return rows * isa::kRowBytes; }

/// Semaphores and landing rows of a connection, at both its ends.
struct ConnectionPlace {
  int semaphore = 0;  ///< first of `window` at the receiver
  int row = 0;        ///< first landing row, Landing::kVmem
  int credit = 0;     ///< semaphore at the sender
};

/// Hands out semaphores and rows of one core.
class CoreSpace {
 public:
  explicit CoreSpace(int core) : core_(core) {}
  int semaphores(int count) { return take(semaphores_, count); }
  int rows(int count) { return take(rows_, count); }
  int used_semaphores() const { return semaphores_; }
  int used_rows() const { return rows_; }

  void require_fit() const {
    require("COLL-040", "counting semaphores", semaphores_, isa::kFirstBarrierSemaphore);
    require("COLL-041", "rows of VMEM", rows_, isa::kVmemRows);
  }
  void require(const char* id, const char* what, int used, int limit) const {
    if (used <= limit) return;
    throw UserError(
        id, fmt::format("core {} needs {} {} for this plan", core_, used, what), {},
        fmt::format("there are {}; fewer chunks in flight or smaller chunks need less", limit));
  }

 private:
  static int take(int& used, int count) {
    const int first = used;
    used += count;
    return first;
  }
  int core_;
  int semaphores_ = 0;
  int rows_ = 0;
};

using Descriptor = std::array<std::int32_t, isa::kDmaWords>;

Descriptor plain_descriptor(int rows) {
  Descriptor d{};
  d[isa::kDmaTarget] = -1;
  d[isa::kDmaBlockRows] = rows;
  d[isa::kDmaBlocks] = 1;
  d[isa::kDmaSourceStride] = 1;
  d[isa::kDmaTargetStride] = 1;
  d[isa::kDmaSendSemaphore] = -1;
  d[isa::kDmaReceiveSemaphore] = -1;
  d[isa::kDmaLane] = -1;
  return d;
}

/// Writes the records of one core.
class ImageWriter {
 public:
  ImageWriter(const Plan& plan, const CorePlan& core, const std::vector<ConnectionPlace>& places,
              CoreSpace& space)
      : plan_(plan), core_(core), places_(places), space_(space) {
    image_.core = core.core;
  }

  CoreImage write() {
    const auto phases = static_cast<int>(plan_.phases.size());
    words().resize(at(1 + phases * kPhaseWords));
    words()[0] = phases;
    for (int phase = 0; phase < phases; ++phase) write_phase(phase);
    space_.require("COLL-042", "words of SMEM", kPlanBoot + static_cast<int>(words().size()),
                   isa::kSmemWords);
    space_.require_fit();
    image_.semaphores = space_.used_semaphores();
    image_.vmem_rows = space_.used_rows();
    return std::move(image_);
  }

 private:
  using Pairs = std::vector<std::pair<int, std::int64_t>>;

  std::vector<std::int32_t>& words() { return image_.smem; }
  int here() const { return kPlanBoot + static_cast<int>(image_.smem.size()); }

  void write_phase(int phase) {
    write_ends(phase);
    closing_.clear();
    const int first = here();
    int primitives = 0;
    for (const Primitive& primitive : core_.primitives) {
      if (primitive.phase != phase) continue;
      write_primitive(primitive);
      ++primitives;
    }
    for (const auto& pair : opening_) closing_.push_back(pair);  // all credits come back
    const int record = 1 + phase * kPhaseWords;
    const auto set = [&](int index, int value) { words()[at(record + index)] = value; };
    set(kPhaseSpan, kFirstPhaseSpan + phase);
    set(kPhaseSlots, plan_.slots(core_, phase));
    set(kPhaseFirst, first);
    set(kPhasePrimitives, primitives);
    set(kPhaseOpen, here());
    set(kPhaseOpens, static_cast<int>(opening_.size()));
    write_pairs(opening_);
    set(kPhaseClose, here());
    set(kPhaseCloses, static_cast<int>(closing_.size()));
    write_pairs(closing_);
  }

  void write_pairs(const Pairs& pairs) {
    for (const auto& [semaphore, amount] : pairs) {
      words().push_back(semaphore);
      words().push_back(word(amount));
    }
  }

  void write_ends(int phase) {
    opening_.clear();
    for (const Primitive& primitive : core_.primitives) {
      if (primitive.phase != phase) continue;
      for (int c : primitive.receive) write_incoming(c);
      for (int c : primitive.send) write_outgoing(c);
    }
  }

  void write_incoming(int number) {
    if (!incoming_.emplace(number, here()).second) return;
    const Connection& connection = plan_.connections[at(number)];
    const ConnectionPlace& place = places_[at(number)];
    std::array<int, kIncomingWords> record{};
    record[kInSemaphore] = place.semaphore;
    record[kInSemaphoreFirst] = place.semaphore;
    record[kInSemaphoreEnd] = place.semaphore + connection.window;
    record[kInRow] = place.row;
    record[kInRowFirst] = place.row;
    record[kInRows] = connection.chunk_rows;
    record[kInBytes] = word(bytes(connection.chunk_rows));
    record[kInPeer] = connection.from;
    record[kInCredit] = place.credit;
    words().insert(words().end(), record.begin(), record.end());
    for (int i = 0; i < connection.window; ++i) {
      note_sender(place.semaphore + i, connection.from, connection.phase);
    }
  }

  void write_outgoing(int number) {
    if (!outgoing_.emplace(number, here()).second) return;
    const Connection& connection = plan_.connections[at(number)];
    const ConnectionPlace& place = places_[at(number)];
    const bool placed = connection.landing == Landing::kPlaced;
    Descriptor d = plain_descriptor(connection.chunk_rows);
    d[isa::kDmaTarget] = connection.to;
    d[isa::kDmaTargetSpace] = static_cast<int>(placed ? isa::Space::kHbm : isa::Space::kVmem);
    d[isa::kDmaReceiveSemaphore] = place.semaphore;
    d[isa::kDmaLane] = kLocalLanes * (connection.target_lane + 1) + connection.lane;
    std::array<int, kOutgoingWords> record{};
    std::copy(d.begin(), d.end(), record.begin());
    record[kOutCredit] = place.credit;
    record[kOutPlaced] = placed ? 1 : 0;
    record[kOutRow] = place.row;
    record[kOutRowFirst] = place.row;
    record[kOutRows] = connection.chunk_rows;
    record[kOutSemaphoreFirst] = place.semaphore;
    record[kOutSemaphoreEnd] = place.semaphore + connection.window;
    words().insert(words().end(), record.begin(), record.end());
    opening_.emplace_back(place.credit, connection.window);
    note_sender(place.credit, connection.to, connection.phase);
  }

  void note_sender(int semaphore, int core, int phase) {
    image_.senders.push_back(
        {semaphore, fmt::format("core {} ({})", core, plan_.phases[at(phase)])});
  }

  void write_primitive(const Primitive& primitive) {
    std::vector<std::int32_t> record(primitive.reduces() ? kReduceWords : kDirectWords);
    record[kSize] = static_cast<int>(record.size());
    write_timetable(primitive.when, record);
    write_walk(primitive.walk, record);
    record[kMode] = primitive.reduces() ? kModeReduce : primitive.own ? kModeDirect : kModePlaced;
    record[kShift] = word(primitive.target_shift);
    write_list(primitive.receive, incoming_, kMostReceives, kReceive, record);
    write_list(primitive.send, outgoing_, kMostSends, kSend, record);
    record[kReceives] = static_cast<int>(primitive.receive.size());
    record[kSends] = static_cast<int>(primitive.send.size());
    write_store(primitive, record);
    if (primitive.reduces()) write_buffers(primitive, record);
    words().insert(words().end(), record.begin(), record.end());
  }

  static void write_timetable(const Timetable& when, std::vector<std::int32_t>& record) {
    record[kFrom] = when.firings() > 0 ? when.start : kNever;
    record[kBurst] = when.burst;
    record[kBurstLeft] = when.burst;
    record[kRoundsLeft] = when.rounds;
    record[kGap] = when.period - when.burst + 1;
  }

  static void write_walk(const ChunkWalk& walk, std::vector<std::int32_t>& record) {
    record[kRow] = word(walk.first);
    record[kInner] = walk.inner;
    record[kInnerLeft] = walk.inner;
    record[kInnerStep] = word(walk.inner_step);
    record[kAtInner] = word(walk.middle_step - walk.inner * walk.inner_step);
    record[kWrap] = walk.wrap_at > 0 ? walk.wrap_at : kNever;
    record[kWrapLeft] = record[kWrap];
    record[kAtWrap] = word(walk.wrap_step);
    record[kMiddle] = walk.middle;
    record[kMiddleLeft] = walk.middle;
    const std::int64_t wrapped = walk.wrap_at > 0 ? walk.wrap_step : 0;
    record[kAtMiddle] = word(walk.outer_step - walk.middle * walk.middle_step - wrapped);
  }

  void write_list(const std::vector<int>& connections, const std::map<int, int>& ends, int most,
                  int first, std::vector<std::int32_t>& record) const {
    space_.require("COLL-043", "connections at one primitive", static_cast<int>(connections.size()),
                   most);
    for (std::size_t i = 0; i < connections.size(); ++i) {
      record[at(first) + i] = ends.at(connections[i]);
    }
  }

  void write_store(const Primitive& primitive, std::vector<std::int32_t>& record) {
    record[kStores] = primitive.store ? 1 : 0;
    if (!primitive.store) return;
    const int stored = space_.semaphores(1);
    Descriptor d = plain_descriptor(primitive.chunk_rows);
    d[isa::kDmaSourceSpace] =
        static_cast<int>(primitive.reduces() ? isa::Space::kVmem : isa::Space::kHbm);
    d[isa::kDmaTargetSpace] = static_cast<int>(isa::Space::kHbm);
    d[isa::kDmaReceiveSemaphore] = stored;
    std::copy(d.begin(), d.end(), record.begin() + kStore);
    closing_.emplace_back(stored, primitive.when.firings() * bytes(primitive.chunk_rows));
    note_own(stored);
  }

  void write_buffers(const Primitive& primitive, std::vector<std::int32_t>& record) {
    const std::int64_t firings = primitive.when.firings();
    const auto parts = static_cast<std::int64_t>(primitive.send.size()) + (primitive.store ? 1 : 0);
    record[kChunkRows] = primitive.chunk_rows;
    record[kChunkBytes] = word(bytes(primitive.chunk_rows));
    record[kFetchLeft] = word(firings);
    record[kFetchFresh] = kBuffers;
    record[kSentBytes] = word(parts * bytes(primitive.chunk_rows));
    const int arrived = space_.semaphores(kBuffers);
    const int sent = space_.semaphores(kBuffers);
    const int row = space_.rows(kBuffers * primitive.chunk_rows);
    const int first = here() + kBufferRecords;
    record[kBuffer] = first;
    record[kFetchBuffer] = first;
    for (int i = 0; i < kBuffers; ++i) {
      std::int32_t* buffer = record.data() + kBufferRecords + i * kBufferWords;
      buffer[kBufferRow] = row + i * primitive.chunk_rows;
      buffer[kBufferArrived] = arrived + i;
      buffer[kBufferSent] = sent + i;
      buffer[kBufferNext] = first + (i + 1) % kBuffers * kBufferWords;
    }
    Descriptor d = plain_descriptor(primitive.chunk_rows);
    d[isa::kDmaSourceSpace] = static_cast<int>(isa::Space::kHbm);
    d[isa::kDmaTargetSpace] = static_cast<int>(isa::Space::kVmem);
    std::copy(d.begin(), d.end(), record.begin() + kFetch);
    // A buffer's sends are waited for when it is filled again; those of the last ones here.
    for (std::int64_t n = std::max<std::int64_t>(0, firings - kBuffers); n < firings; ++n) {
      closing_.emplace_back(sent + static_cast<int>(n % kBuffers), record[kSentBytes]);
    }
    for (int i = 0; i < kBuffers; ++i) {
      note_own(arrived + i);
      note_own(sent + i);
    }
  }

  void note_own(int semaphore) {
    image_.senders.push_back({semaphore, fmt::format("core {} (its own DMA engine)", core_.core)});
  }

  const Plan& plan_;
  const CorePlan& core_;
  const std::vector<ConnectionPlace>& places_;
  CoreSpace& space_;
  CoreImage image_;
  Pairs opening_;
  Pairs closing_;
  std::map<int, int> incoming_;  // connection -> SMEM word of its end here
  std::map<int, int> outgoing_;
};

}  // namespace

std::vector<CoreImage> make_images(const Plan& plan) {
  std::vector<CoreSpace> spaces;
  for (const CorePlan& core : plan.cores) spaces.emplace_back(core.core);
  std::vector<ConnectionPlace> places;
  places.reserve(plan.connections.size());
  for (const Connection& connection : plan.connections) {
    CoreSpace& receiver = spaces[at(plan.index_of(connection.to))];
    CoreSpace& sender = spaces[at(plan.index_of(connection.from))];
    ConnectionPlace place;
    place.semaphore = receiver.semaphores(connection.window);
    place.credit = sender.semaphores(1);
    if (connection.landing == Landing::kVmem) {
      place.row = receiver.rows(connection.window * connection.chunk_rows);
    }
    places.push_back(place);
  }
  std::vector<CoreImage> images;
  images.reserve(plan.cores.size());
  for (std::size_t i = 0; i < plan.cores.size(); ++i) {
    images.push_back(ImageWriter(plan, plan.cores[i], places, spaces[i]).write());
  }
  return images;
}

std::map<std::string, std::int64_t> plan_symbols(const Plan& plan) {
  std::map<std::string, std::int64_t> symbols = {{"PLAN_PHASES", kPlanPhases},
                                                 {"PLAN_FIRST_PHASE", kPlanFirstPhase},
                                                 {"PLAN_COMBINE", static_cast<int>(plan.combine)},
                                                 {"PHASE_SPAN", kPhaseSpan},
                                                 {"PHASE_SLOTS", kPhaseSlots},
                                                 {"PHASE_FIRST", kPhaseFirst},
                                                 {"PHASE_PRIMITIVES", kPhasePrimitives},
                                                 {"PHASE_OPEN", kPhaseOpen},
                                                 {"PHASE_OPENS", kPhaseOpens},
                                                 {"PHASE_CLOSE", kPhaseClose},
                                                 {"PHASE_CLOSES", kPhaseCloses},
                                                 {"PHASE_WORDS", kPhaseWords},
                                                 {"MODE_REDUCE", kModeReduce},
                                                 {"MODE_DIRECT", kModeDirect},
                                                 {"MODE_PLACED", kModePlaced},
                                                 {"P_SIZE", kSize},
                                                 {"P_FROM", kFrom},
                                                 {"P_BURST", kBurst},
                                                 {"P_BURST_LEFT", kBurstLeft},
                                                 {"P_ROUNDS_LEFT", kRoundsLeft},
                                                 {"P_GAP", kGap},
                                                 {"P_MODE", kMode},
                                                 {"P_ROW", kRow},
                                                 {"P_INNER", kInner},
                                                 {"P_INNER_LEFT", kInnerLeft},
                                                 {"P_INNER_STEP", kInnerStep},
                                                 {"P_AT_INNER", kAtInner},
                                                 {"P_WRAP", kWrap},
                                                 {"P_WRAP_LEFT", kWrapLeft},
                                                 {"P_AT_WRAP", kAtWrap},
                                                 {"P_MIDDLE", kMiddle},
                                                 {"P_MIDDLE_LEFT", kMiddleLeft},
                                                 {"P_AT_MIDDLE", kAtMiddle},
                                                 {"P_SHIFT", kShift},
                                                 {"P_RECEIVES", kReceives},
                                                 {"P_RECEIVE", kReceive},
                                                 {"P_SENDS", kSends},
                                                 {"P_SEND", kSend},
                                                 {"P_STORES", kStores},
                                                 {"P_STORE", kStore},
                                                 {"P_CHUNK_ROWS", kChunkRows},
                                                 {"P_CHUNK_BYTES", kChunkBytes},
                                                 {"P_BUFFER", kBuffer},
                                                 {"P_FETCH_LEFT", kFetchLeft},
                                                 {"P_FETCH_BUFFER", kFetchBuffer},
                                                 {"P_FETCH_FRESH", kFetchFresh},
                                                 {"P_SENT_BYTES", kSentBytes},
                                                 {"P_FETCH", kFetch},
                                                 {"B_ROW", kBufferRow},
                                                 {"B_ARRIVED", kBufferArrived},
                                                 {"B_SENT", kBufferSent},
                                                 {"B_TARGET", kBufferTarget},
                                                 {"B_NEXT", kBufferNext},
                                                 {"PLAN_BUFFERS", kBuffers},
                                                 {"PLAN_PREFETCH", kPrefetch},
                                                 {"IN_SEMAPHORE", kInSemaphore},
                                                 {"IN_ROW", kInRow},
                                                 {"IN_SEMAPHORE_END", kInSemaphoreEnd},
                                                 {"IN_ROWS", kInRows},
                                                 {"IN_SEMAPHORE_FIRST", kInSemaphoreFirst},
                                                 {"IN_ROW_FIRST", kInRowFirst},
                                                 {"IN_PEER", kInPeer},
                                                 {"IN_CREDIT", kInCredit},
                                                 {"IN_BYTES", kInBytes},
                                                 {"OUT_CREDIT", kOutCredit},
                                                 {"OUT_PLACED", kOutPlaced},
                                                 {"OUT_ROW", kOutRow},
                                                 {"OUT_ROWS", kOutRows},
                                                 {"OUT_SEMAPHORE_END", kOutSemaphoreEnd},
                                                 {"OUT_SEMAPHORE_FIRST", kOutSemaphoreFirst},
                                                 {"OUT_ROW_FIRST", kOutRowFirst}};
  for (std::size_t i = 0; i < plan.phases.size(); ++i) {
    std::string name = "SPAN_";
    for (char c : plan.phases[i]) {
      const auto letter = static_cast<unsigned char>(c);
      name += std::isalnum(letter) != 0 ? static_cast<char>(std::toupper(letter)) : '_';
    }
    symbols[name] = kFirstPhaseSpan + static_cast<std::int64_t>(i);
  }
  return symbols;
}

}  // namespace podsim::plans
