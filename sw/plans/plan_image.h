// SPDX-License-Identifier: Apache-2.0
#ifndef PODSIM_SW_PLANS_PLAN_IMAGE_H_
#define PODSIM_SW_PLANS_PLAN_IMAGE_H_

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "firmware/isa/machine.h"
#include "sw/plans/plan.h"

/// What the microprogram that executes plans (firmware/collectives/plan_main.tasm) is given: each
/// core's part of a plan as records in SMEM, with semaphores and rows of VMEM handed out. The one
/// place of the records' layout: the microprogram gets it as predefined symbols (plan_symbols()).
namespace podsim::plans {

/// The microprogram, by its name among the built-in ones.
inline constexpr const char* kPlanProgram = "firmware/collectives/plan_main.tasm";

/// SMEM word of the first record; what is below belongs to the host.
inline constexpr int kPlanBoot = 16;
inline constexpr int kPlanPhases = kPlanBoot;          ///< word: number of phases
inline constexpr int kPlanFirstPhase = kPlanBoot + 1;  ///< first phase record

/// A phase: words of its record.
enum PhaseWord : int {
  kPhaseSpan = 0,  ///< number of its trace marker
  kPhaseSlots = 1,
  kPhaseFirst = 2,  ///< SMEM word of its first primitive
  kPhasePrimitives = 3,
  kPhaseOpen = 4,  ///< SMEM word of the pairs (semaphore, amount) to raise before
  kPhaseOpens = 5,
  kPhaseClose = 6,  ///< SMEM word of the pairs to wait for after
  kPhaseCloses = 7,
  kPhaseWords = 8
};

enum PrimitiveMode : int {
  kModeReduce = 0,  ///< own rows come into a VMEM buffer and are combined there
  kModeDirect = 1,  ///< own rows go from HBM where they are to go
  kModePlaced = 2   ///< rows have arrived in HBM and may be sent on
};

/// A primitive: words of its record. Those from kChunkRows on only in kModeReduce.
enum PrimitiveWord : int {
  kSize = 0,  ///< words of this record
  kFrom = 1,  ///< slot from which on it is due
  kBurst = 2,
  kBurstLeft = 3,
  kRoundsLeft = 4,
  kGap = 5,  ///< from the last slot of a burst to the first of the next
  kMode = 6,
  kRow = 7,  ///< HBM row of the walk's next chunk
  kInner = 8,
  kInnerLeft = 9,
  kInnerStep = 10,
  kAtInner = 11,  ///< added to the row after kInner chunks, beside kInnerStep
  kWrap = 12,     ///< middle steps up to the wrap
  kWrapLeft = 13,
  kAtWrap = 14,
  kMiddle = 15,
  kMiddleLeft = 16,
  kAtMiddle = 17,
  kShift = 18,
  kReceives = 19,
  kReceive = 20,  ///< SMEM words of incoming ends, kMostReceives of them
  kSends = 24,
  kSend = 25,  ///< SMEM words of outgoing ends, kMostSends of them
  kStores = 30,
  kStore = 31,  ///< DMA descriptor of the store
  kDirectWords = 43,
  kChunkRows = 43,
  kChunkBytes = 44,
  kBuffer = 45,       ///< SMEM word of the buffer of the chunk that is due
  kFetchLeft = 46,    ///< own chunks not yet fetched
  kFetchBuffer = 47,  ///< SMEM word of the buffer of the next one
  kFetchFresh = 48,   ///< buffers not yet used
  kSentBytes = 49,
  kFetch = 50,         ///< DMA descriptor of the fetch
  kBufferRecords = 62  ///< kBuffers records
};
/// A buffer of own chunks in VMEM: words of its record.
enum BufferWord : int {
  kBufferRow = 0,      ///< VMEM row
  kBufferArrived = 1,  ///< semaphore of the fetch
  kBufferSent = 2,     ///< semaphore of the sends and the store
  kBufferTarget = 3,   ///< HBM row where the chunk in it is to go
  kBufferNext = 4,     ///< SMEM word of the next buffer's record, round and round
  kBufferWords = 5
};
inline constexpr int kMostReceives = 4;
inline constexpr int kMostSends = 5;
inline constexpr int kBuffers = 4;   ///< own chunks of a reducing primitive in VMEM
inline constexpr int kPrefetch = 2;  ///< own chunks fetched ahead
inline constexpr int kReduceWords = kBufferRecords + kBuffers * kBufferWords;

/// The end of a connection at its receiver.
enum IncomingWord : int {
  kInSemaphore = 0,  ///< of the next chunk
  kInRow = 1,        ///< VMEM row of the next chunk
  kInSemaphoreEnd = 2,
  kInRows = 3,
  kInSemaphoreFirst = 4,
  kInRowFirst = 5,
  kInPeer = 6,    ///< core at the other end
  kInCredit = 7,  ///< semaphore there
  kInBytes = 8,
  kIncomingWords = 9
};

/// The end of a connection at its sender: a DMA descriptor, then
enum OutgoingWord : int {
  kOutCredit = isa::kDmaWords,
  kOutPlaced,
  kOutRow,  ///< VMEM row of the next chunk at the receiver
  kOutRows,
  kOutSemaphoreEnd,
  kOutSemaphoreFirst,
  kOutRowFirst,
  kOutgoingWords
};

/// Markers of phases are numbered from here.
inline constexpr int kFirstPhaseSpan = 32;

/// Who raises a semaphore, for the report of a hang.
struct PlanSender {
  int semaphore = 0;
  std::string sender;
};

/// What one core gets.
struct CoreImage {
  int core = 0;
  std::vector<std::int32_t> smem;  ///< words from kPlanBoot on
  std::vector<PlanSender> senders;
  int semaphores = 0;  ///< used, from 0 on
  int vmem_rows = 0;   ///< used, from 0 on
};

/// The images of all cores, in the order of plan.cores. Throws UserError, naming the core, what
/// the plan needs and what there is:
///   COLL-040 more counting semaphores than a core has,
///   COLL-041 more rows than VMEM has,
///   COLL-042 more words than SMEM has,
///   COLL-043 more connections at a primitive than its record holds.
std::vector<CoreImage> make_images(const Plan& plan);

/// The symbols that the microprogram expects: the words above as PHASE_..., PRIMITIVE_..., IN_...,
/// OUT_..., the combination, and the phases' names as SPAN_....
std::map<std::string, std::int64_t> plan_symbols(const Plan& plan);

}  // namespace podsim::plans

#endif  // PODSIM_SW_PLANS_PLAN_IMAGE_H_
