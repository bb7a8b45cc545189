// SPDX-License-Identifier: Apache-2.0
#include "systemc/memory/hbm.h"

#include <gtest/gtest.h>
#include <tlm_utils/simple_initiator_socket.h>

#include <algorithm>
#include <cstring>
#include <string>
#include <vector>

#include "firmware/diagnostics/user_error.h"
#include "systemc/memory/timed_access.h"

namespace podsim {
namespace {

constexpr std::uint64_t kBytes = 1 << 20;
constexpr Picoseconds kFirstAccess = 60'000 + 18'205;  // a miss and 512 bytes of one channel

class Initiator : public sc_core::sc_module {
 public:
  explicit Initiator(const sc_core::sc_module_name& name) : sc_module(name), socket("socket") {}
  tlm_utils::simple_initiator_socket<Initiator> socket;
};

RowBlock block_of(const std::vector<std::byte>& data) {
  RowBlock block;
  block.resize(static_cast<std::uint32_t>(data.size()), isa::kRowBytes);
  std::copy(data.begin(), data.end(), block.data());
  return block;
}

class HbmTest : public testing::Test {
 protected:
  HbmTest() {
    initiator.socket.bind(hbm.socket);
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
    payload.set_data_ptr(data);
    payload.set_data_length(512);
    payload.set_streaming_width(512);
    payload.set_read();
  }
  tlm::tlm_fw_transport_if<>& memory() { return *initiator.socket.operator->(); }

  Hbm hbm{"hbm", HbmParameters{}, kBytes};
  Initiator initiator{"initiator"};
  unsigned char data[512] = {};
  tlm::tlm_generic_payload payload;
  sc_core::sc_time delay;
};

TEST_F(HbmTest, WritesAndReadsBackOverTlm) {
  std::vector<std::byte> in(4096);
  for (std::size_t i = 0; i < in.size(); ++i) in[i] = static_cast<std::byte>(i * 7);
  RowBlock written = block_of(in);
  RowBlock found = block_of(std::vector<std::byte>(4096));
  TimedAccess access;
  ASSERT_TRUE(access.write(memory(), 8192, written, 0));
  ASSERT_TRUE(access.read(memory(), 8192, found, 1'000'000));
  EXPECT_TRUE(std::equal(in.begin(), in.end(), found.data()));
  EXPECT_EQ(hbm.counters().reads, 1u);
  EXPECT_EQ(hbm.counters().writes, 1u);
  EXPECT_EQ(hbm.counters().bytes_read, 4096u);
  EXPECT_EQ(hbm.counters().bytes_written, 4096u);
  EXPECT_EQ(hbm.counters().row_misses, 8u);
  EXPECT_EQ(hbm.counters().row_hits, 8u);
}

TEST_F(HbmTest, AnAccessBeginsAtItsAccessTime) {
  TimedAccess access;
  RowBlock row = block_of(std::vector<std::byte>(512));
  EXPECT_EQ(access.read(memory(), 0, row, 5'000'000), 5'000'000 + kFirstAccess);
}

TEST_F(HbmTest, WithoutTheExtensionAnAccessBeginsAfterTheDelay) {
  sc_core::sc_start(sc_core::sc_time(10, sc_core::SC_NS));
  delay = sc_core::sc_time(100, sc_core::SC_NS);
  memory().b_transport(payload, delay);
  EXPECT_TRUE(payload.is_response_ok());
  EXPECT_EQ(delay.value(), 100'000 + kFirstAccess);
  // The bus of channel 0 is busy until then: a second access of a closed row waits for it.
  TimedAccess access;
  RowBlock row = block_of(std::vector<std::byte>(512));
  EXPECT_EQ(access.read(memory(), 16 * 32'768, row, 110'000), 110'000 + 2 * kFirstAccess);
}

TEST_F(HbmTest, AnswersAddressesOutsideWithAnAddressError) {
  for (const std::uint64_t address : {kBytes, kBytes - 511, ~std::uint64_t{0} - 100}) {
    payload.set_address(address);
    memory().b_transport(payload, delay);
    EXPECT_EQ(payload.get_response_status(), tlm::TLM_ADDRESS_ERROR_RESPONSE) << address;
  }
  EXPECT_EQ(delay.value(), 0u);
  EXPECT_EQ(hbm.counters().reads, 0u);
}

TEST_F(HbmTest, RefusesByteEnablesAndStreaming) {
  unsigned char enable = 0xff;
  payload.set_byte_enable_ptr(&enable);
  memory().b_transport(payload, delay);
  EXPECT_EQ(payload.get_response_status(), tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
  payload.set_byte_enable_ptr(nullptr);
  payload.set_streaming_width(4);
  memory().b_transport(payload, delay);
  EXPECT_EQ(payload.get_response_status(), tlm::TLM_BURST_ERROR_RESPONSE);
}

TEST_F(HbmTest, DebugTransportTakesNoTimeAndCountsNothing) {
  data[3] = 99;
  payload.set_write();
  EXPECT_EQ(memory().transport_dbg(payload), 512u);
  payload.set_read();
  data[3] = 0;
  EXPECT_EQ(memory().transport_dbg(payload), 512u);
  EXPECT_EQ(data[3], 99);
  payload.set_address(kBytes);
  EXPECT_EQ(memory().transport_dbg(payload), 0u);
  EXPECT_EQ(hbm.counters().reads + hbm.counters().writes, 0u);
}

TEST_F(HbmTest, DirectAccessCoversAPageThatHasBeenWritten) {
  tlm::tlm_dmi dmi;
  payload.set_address(70'000);
  EXPECT_FALSE(memory().get_direct_mem_ptr(payload, dmi));  // reads of a page never written
  payload.set_write();
  ASSERT_TRUE(memory().get_direct_mem_ptr(payload, dmi));
  EXPECT_EQ(dmi.get_start_address(), 65'536u);
  EXPECT_EQ(dmi.get_end_address(), 131'071u);
  dmi.get_dmi_ptr()[70'000 - 65'536] = 5;
  payload.set_read();
  EXPECT_TRUE(memory().get_direct_mem_ptr(payload, dmi));
  memory().b_transport(payload, delay);
  EXPECT_EQ(data[0], 5);
  payload.set_address(kBytes);
  EXPECT_FALSE(memory().get_direct_mem_ptr(payload, dmi));
}

TEST_F(HbmTest, TheBackDoorMovesWholeRows) {
  std::vector<std::byte> in(3 * 512, std::byte{17});
  std::vector<std::byte> out(in.size());
  const std::uint64_t before = hbm.digest();
  hbm.write_rows(kBytes / 512 - 3, 3, in.data());
  hbm.read_rows(kBytes / 512 - 3, 3, out.data());
  EXPECT_EQ(in, out);
  EXPECT_NE(hbm.digest(), before);
  EXPECT_THROW(hbm.read_rows(kBytes / 512 - 2, 3, out.data()), InternalError);
}

class SampledHbm : public testing::Test {
 protected:
  SampledHbm() {
    initiator.socket.bind(hbm.socket);
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
  }
  Hbm hbm{"hbm", HbmParameters{}, kBytes, {DataMode::kSampled, 0}};
  Initiator initiator{"initiator"};
};

TEST_F(SampledHbm, MovesBlocksOfItsScaleInTheTimeOfWholeRows) {
  RowBlock block;
  block.resize(512, 4);
  const std::uint32_t word = 77;
  std::memcpy(block.data(), &word, 4);
  TimedAccess access;
  tlm::tlm_fw_transport_if<>& memory = *initiator.socket.operator->();
  EXPECT_EQ(access.write(memory, 512, block, 0), kFirstAccess);
  EXPECT_EQ(hbm.memory().word(1), 77u);
  block.resize(512, 0);
  EXPECT_FALSE(access.read(memory, 512, block, 0));  // of another scale
  EXPECT_EQ(access.response_text(), "TLM_GENERIC_ERROR_RESPONSE");
}

TEST_F(SampledHbm, RefusesAccessToBytesThatItDoesNotKeep) {
  unsigned char data[512] = {};
  tlm::tlm_generic_payload payload;
  payload.set_data_ptr(data);
  payload.set_data_length(512);
  payload.set_streaming_width(512);
  payload.set_write();
  sc_core::sc_time delay;
  initiator.socket->b_transport(payload, delay);
  EXPECT_EQ(payload.get_response_status(), tlm::TLM_GENERIC_ERROR_RESPONSE);
  EXPECT_EQ(delay.value(), 0u);
  EXPECT_EQ(initiator.socket->transport_dbg(payload), 0u);
  tlm::tlm_dmi dmi;
  EXPECT_FALSE(initiator.socket->get_direct_mem_ptr(payload, dmi));
  EXPECT_EQ(hbm.counters().writes, 0u);
}

TEST(Hbm, RefusesParametersThatDoNotFitTogether) {
  HbmParameters parameters;
  parameters.row_miss_latency = 1;
  EXPECT_THROW(Hbm("hbm", parameters, kBytes), UserError);
}

TEST(Hbm, DefaultsTo16GiBThatCostNothing) {
  const Hbm hbm("hbm", HbmParameters{});
  EXPECT_EQ(hbm.store().size(), std::uint64_t{16} << 30);
  EXPECT_EQ(hbm.store().allocated(), 0u);
}

}  // namespace
}  // namespace podsim
