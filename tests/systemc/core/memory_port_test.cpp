// SPDX-License-Identifier: Apache-2.0
// The DMA side of the core's memories, over TLM-2.0.
#include <gtest/gtest.h>
#include <tlm_utils/simple_initiator_socket.h>

#include <cstring>
#include <numeric>

#include "tests/systemc/core/core_bench.h"

namespace podsim::test {
namespace {

struct Initiator : sc_core::sc_module {
  explicit Initiator(const sc_core::sc_module_name& module_name)
      : sc_module(module_name), socket("socket") {}
  tlm_utils::simple_initiator_socket<Initiator> socket;
};

/// A core with an initiator at each memory.
class MemoryPortTest : public testing::Test {
 protected:
  MemoryPortTest() {
    to_vmem.socket.bind(bench.core.vmem().socket);
    to_smem.socket.bind(bench.core.smem().socket);
    to_imem.socket.bind(bench.core.imem().socket);
    sc_core::sc_start(sc_core::SC_ZERO_TIME);
  }

  tlm::tlm_response_status access(Initiator& initiator, tlm::tlm_command command,
                                  std::uint64_t address, void* data, unsigned length) {
    payload.set_command(command);
    payload.set_address(address);
    payload.set_data_ptr(static_cast<unsigned char*>(data));
    payload.set_data_length(length);
    payload.set_streaming_width(length);
    payload.set_response_status(tlm::TLM_INCOMPLETE_RESPONSE);
    delay = sc_core::SC_ZERO_TIME;
    initiator.socket->b_transport(payload, delay);
    return payload.get_response_status();
  }

  CoreBench bench;
  CoreBench other;
  Initiator to_vmem{"to_vmem"};
  Initiator to_smem{"to_smem"};
  Initiator to_imem{"to_imem"};
  tlm::tlm_generic_payload payload;
  sc_core::sc_time delay;
};

TEST_F(MemoryPortTest, VmemTakesAndGivesRows) {
  std::vector<unsigned char> in(512 * 300);
  std::iota(in.begin(), in.end(), static_cast<unsigned char>(1));
  std::vector<unsigned char> out(in.size());
  const auto size = static_cast<unsigned>(in.size());
  ASSERT_EQ(access(to_vmem, tlm::TLM_WRITE_COMMAND, 512 * 100, in.data(), size),
            tlm::TLM_OK_RESPONSE);
  // 4 cycles of latency and 300 of data: edge 304 is at ceil(304 / 940 MHz).
  EXPECT_EQ(delay.value(), 323405u);
  ASSERT_EQ(access(to_vmem, tlm::TLM_READ_COMMAND, 512 * 100, out.data(), size),
            tlm::TLM_OK_RESPONSE);
  EXPECT_EQ(in, out);
  EXPECT_EQ(std::memcmp(bench.core.vmem().row(101), in.data() + 512, 512), 0);
}

TEST_F(MemoryPortTest, DirectAccessSeesTheSameBytes) {
  tlm::tlm_dmi dmi;
  payload.set_address(512 * 1000);
  ASSERT_TRUE(to_vmem.socket->get_direct_mem_ptr(payload, dmi));
  ASSERT_LE(dmi.get_start_address(), 512u * 1000);
  ASSERT_GE(dmi.get_end_address(), 512u * 1001 - 1);
  const std::uint32_t value = 0xabcd1234;
  std::memcpy(dmi.get_dmi_ptr() + (512 * 1000 - dmi.get_start_address()), &value, sizeof value);
  EXPECT_EQ(bench.vmem_lanes(1000)[0], value);
  payload.set_address(0);
  ASSERT_TRUE(to_smem.socket->get_direct_mem_ptr(payload, dmi));
  std::memcpy(dmi.get_dmi_ptr() + 40, &value, sizeof value);
  EXPECT_EQ(bench.core.smem().read(10), value);
  EXPECT_FALSE(to_imem.socket->get_direct_mem_ptr(payload, dmi));
  payload.set_address(std::uint64_t{1} << 24);
  EXPECT_FALSE(to_vmem.socket->get_direct_mem_ptr(payload, dmi));
}

TEST_F(MemoryPortTest, RangesOutsideAreAddressErrors) {
  std::vector<unsigned char> data(1024);
  const std::uint64_t vmem_end = std::uint64_t{1} << 24;
  EXPECT_EQ(access(to_vmem, tlm::TLM_READ_COMMAND, vmem_end - 512, data.data(), 512),
            tlm::TLM_OK_RESPONSE);
  EXPECT_EQ(access(to_vmem, tlm::TLM_READ_COMMAND, vmem_end - 512, data.data(), 513),
            tlm::TLM_ADDRESS_ERROR_RESPONSE);
  EXPECT_EQ(access(to_vmem, tlm::TLM_WRITE_COMMAND, ~std::uint64_t{0}, data.data(), 512),
            tlm::TLM_ADDRESS_ERROR_RESPONSE);
  EXPECT_EQ(access(to_smem, tlm::TLM_WRITE_COMMAND, 16384, data.data(), 4),
            tlm::TLM_ADDRESS_ERROR_RESPONSE);
  EXPECT_EQ(access(to_imem, tlm::TLM_WRITE_COMMAND, 16384 * 64, data.data(), 64),
            tlm::TLM_ADDRESS_ERROR_RESPONSE);
  EXPECT_EQ(delay, sc_core::SC_ZERO_TIME);
}

TEST_F(MemoryPortTest, WhatIsNotSupportedIsRefused) {
  unsigned char data[512] = {};
  payload.set_byte_enable_ptr(data);
  EXPECT_EQ(access(to_vmem, tlm::TLM_READ_COMMAND, 0, data, 512),
            tlm::TLM_BYTE_ENABLE_ERROR_RESPONSE);
  payload.set_byte_enable_ptr(nullptr);
  EXPECT_EQ(access(to_vmem, tlm::TLM_IGNORE_COMMAND, 0, data, 512),
            tlm::TLM_COMMAND_ERROR_RESPONSE);
  access(to_vmem, tlm::TLM_READ_COMMAND, 0, data, 512);
  payload.set_streaming_width(4);
  to_vmem.socket->b_transport(payload, delay);
  EXPECT_EQ(payload.get_response_status(), tlm::TLM_BURST_ERROR_RESPONSE);
}

TEST_F(MemoryPortTest, DebugAccessTakesNoTime) {
  std::uint32_t value = 77;
  payload.set_command(tlm::TLM_WRITE_COMMAND);
  payload.set_address(8);
  payload.set_data_ptr(reinterpret_cast<unsigned char*>(&value));
  payload.set_data_length(4);
  payload.set_streaming_width(4);
  EXPECT_EQ(to_smem.socket->transport_dbg(payload), 4u);
  EXPECT_EQ(bench.core.smem().read(2), 77u);
  payload.set_address(1 << 20);
  EXPECT_EQ(to_smem.socket->transport_dbg(payload), 0u);
}

std::vector<isa::EncodedBundle> encoded(const std::string& source) {
  std::vector<isa::EncodedBundle> words;
  for (const isa::Bundle& bundle : bundles(source)) words.push_back(isa::encode(bundle));
  return words;
}

TEST_F(MemoryPortTest, AnOverlayReplacesCode) {
  bench.start("smov s1, 1\nwait 0, 1\nsmov s2, 2\nsst s1, [0]\nsst s2, [1]\nhalt");
  bench.run();
  auto overlay = encoded("smov s2, 20\nsst s2, [2]");
  const auto length = static_cast<unsigned>(overlay.size() * 64);
  ASSERT_EQ(access(to_imem, tlm::TLM_WRITE_COMMAND, 2 * 64, overlay.data(), length),
            tlm::TLM_OK_RESPONSE);
  bench.core.raise_semaphore(0, 1, 10000);
  bench.run();
  ASSERT_EQ(bench.core.state(), CoreState::kHalted) << bench.core.fault().message;
  EXPECT_EQ(bench.core.smem().read(0), 0u);
  EXPECT_EQ(bench.core.smem().read(1), 20u);
  EXPECT_EQ(bench.core.smem().read(2), 20u);
}

TEST_F(MemoryPortTest, AnOverlayOfOneCoreLeavesTheSharedProgramAlone) {
  const auto program = decode_program(bundles("wait 0, 1\nsmov s1, 1\nsst s1, [0]\nhalt"));
  bench.core.start(program, 0);
  other.core.start(program, 0);
  bench.run();
  other.run();
  auto overlay = encoded("smov s1, 2");
  access(to_imem, tlm::TLM_WRITE_COMMAND, 64, overlay.data(), 64);
  for (CoreBench* b : {&bench, &other}) {
    b->core.raise_semaphore(0, 1, 10000);
    b->run();
  }
  EXPECT_EQ(bench.core.smem().read(0), 2u);
  EXPECT_EQ(other.core.smem().read(0), 1u);
}

TEST_F(MemoryPortTest, ImemGivesBackWhatWasWritten) {
  const auto program = encoded("smov s1, 1\nhalt");
  bench.start("smov s1, 1\nhalt");
  isa::EncodedBundle read[3] = {};
  read[2][0] = 1;
  access(to_imem, tlm::TLM_READ_COMMAND, 0, read, sizeof read);
  EXPECT_EQ(read[0], program[0]);
  EXPECT_EQ(read[1], program[1]);
  EXPECT_EQ(read[2], isa::EncodedBundle{});
  isa::EncodedBundle illegal{};
  illegal[7] = 1;  // a reserved bit
  access(to_imem, tlm::TLM_WRITE_COMMAND, 9 * 64, &illegal, 64);
  access(to_imem, tlm::TLM_READ_COMMAND, 9 * 64, read, 64);
  EXPECT_EQ(read[0], illegal);
  bench.run();
  EXPECT_EQ(bench.core.state(), CoreState::kHalted);  // it is not executed
}

TEST_F(MemoryPortTest, AnIllegalEncodingFailsWhenExecuted) {
  isa::EncodedBundle illegal{};
  illegal[7] = 1;
  bench.start("wait 0, 1\nhalt");
  bench.run();
  access(to_imem, tlm::TLM_WRITE_COMMAND, 64, &illegal, 64);
  bench.core.raise_semaphore(0, 1, 10000);
  bench.run();
  EXPECT_EQ(bench.core.fault().id, "CORE-002");
  EXPECT_EQ(bench.core.fault().message, "reserved bit 448 is not zero");
}

TEST(SampledVmem, RefusesAccessToBytesThatItDoesNotKeep) {
  CoreBench bench({}, {DataMode::kSampled, 0});
  Initiator initiator{"initiator"};
  initiator.socket.bind(bench.core.vmem().socket);
  sc_core::sc_start(sc_core::SC_ZERO_TIME);
  unsigned char data[512] = {};
  tlm::tlm_generic_payload payload;
  payload.set_data_ptr(data);
  payload.set_data_length(512);
  payload.set_streaming_width(512);
  payload.set_write();
  sc_core::sc_time delay;
  initiator.socket->b_transport(payload, delay);
  EXPECT_EQ(payload.get_response_status(), tlm::TLM_GENERIC_ERROR_RESPONSE);
  tlm::tlm_dmi dmi;
  EXPECT_FALSE(initiator.socket->get_direct_mem_ptr(payload, dmi));
}

}  // namespace
}  // namespace podsim::test
