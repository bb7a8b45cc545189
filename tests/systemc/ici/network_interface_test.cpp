// SPDX-License-Identifier: Apache-2.0
#include "systemc/ici/network_interface.h"

#include <gtest/gtest.h>

#include <cstring>
#include <string>
#include <vector>

namespace podsim::test {
namespace {

constexpr int kChip = 3;
constexpr std::uint32_t kRow = isa::kRowBytes;

class Client : public NetworkClient {
 public:
  void lane_ready(int, Picoseconds) override {}
  void deliver(int core, RemoteWrite&& write, Picoseconds) override {
    cores.push_back(core);
    writes.push_back(std::move(write));
  }
  void network_fault(const std::string& id, const std::string& message, Picoseconds) override {
    faults.push_back(id + ": " + message);
  }
  std::vector<int> cores;
  std::vector<RemoteWrite> writes;
  std::vector<std::string> faults;
};

/// An interface that sends to itself: the test is the router.
class NetworkInterfaceTest : public testing::Test {
 protected:
  ~NetworkInterfaceTest() override { client.writes.clear(); }  // before the buffers' owner
  void send(std::uint32_t rows) {
    RemoteWrite write;
    write.target_core = 2 * kChip + 1;
    write.source_core = 2 * kChip;
    write.row = 9;
    write.semaphore = 4;
    write.amount = 17;
    if (rows > 0) write.data = nic.make_block(rows * kRow, kRow);
    for (std::uint32_t i = 0; i < rows * kRow; ++i) {
      write.data.data()[i] = static_cast<std::byte>(i * 7 + i / 256);
    }
    nic.send(0, std::move(write), 0);
    train = ports.lane_in[0].front().flit;
    ports.lane_in[0].pop();
  }
  /// Lets the flits come out of the router, each an entry of its own.
  void receive(const std::vector<Flit>& flits) {
    Cycle cycle = 100;
    for (const Flit& flit : flits) ports.lane_out[2].push_back({cycle++, flit});
    nic.collect();
    ports.clear_outputs();
    while (!events.empty()) events.run_next();
  }
  std::vector<Flit> flits_sent() const {
    std::vector<Flit> flits;
    for_each_flit_of(train, [&](const Flit& flit) { flits.push_back(flit); });
    return flits;
  }
  void expect_delivered(std::uint32_t rows) {
    ASSERT_TRUE(client.faults.empty()) << client.faults.front();
    ASSERT_EQ(client.writes.size(), 1u);
    const RemoteWrite& write = client.writes.front();
    EXPECT_EQ(client.cores.front(), 1);
    EXPECT_EQ(write.row, 9u);
    EXPECT_EQ(write.semaphore, 4);
    EXPECT_EQ(write.amount, 17u);
    ASSERT_EQ(write.data.bytes(), rows * kRow);
    for (std::uint32_t i = 0; i < rows * kRow; ++i) {
      ASSERT_EQ(write.data.data()[i], static_cast<std::byte>(i * 7 + i / 256)) << i;
    }
  }
  std::string only_fault() {
    EXPECT_TRUE(client.writes.empty());
    return client.faults.size() == 1 ? client.faults.front() : "not one fault";
  }

  PacketPool pool{1 + 16};
  RouterPorts ports;
  EventQueue events;
  Client client;
  ObserverList observers;
  NetworkInterface nic{parameters(), kChip, events, connected(), client, observers};
  Flit train;

 private:
  RouterPorts& connected() {
    ports.packets = &pool;
    ports.whole_packets = &pool;
    ports.takes_lane_trains = true;
    return ports;
  }
  static IciParameters parameters() {
    IciParameters parameters;
    parameters.packet_payload_bytes = 2 * kRow;
    parameters.nic_send_latency = 64;
    parameters.nic_receive_latency = 64;
    parameters.nic_credit_latency = 64;
    return parameters;
  }
};

TEST_F(NetworkInterfaceTest, DeliversATrain) {
  send(2);
  receive({train});
  expect_delivered(2);
}

TEST_F(NetworkInterfaceTest, DeliversSingleFlits) {
  send(2);
  receive(flits_sent());
  expect_delivered(2);
}

TEST_F(NetworkInterfaceTest, PutsFlitsTogetherThatARouterHasMoved) {
  send(2);
  std::vector<Flit> flits = flits_sent();
  FlitData* elsewhere = pool.take();
  *elsewhere = *flits[5].data;
  std::memset(const_cast<FlitData*>(flits[5].data)->data(), 0, kFlitBytes);
  flits[5].data = elsewhere;
  receive(flits);
  expect_delivered(2);
}

TEST_F(NetworkInterfaceTest, DeliversSignals) {
  send(0);
  receive({train});
  expect_delivered(0);
}

TEST_F(NetworkInterfaceTest, Nic001ForADamagedPayload) {
  send(2);
  (*const_cast<FlitData*>(train.data + 16))[7] ^= 1;
  receive({train});
  EXPECT_EQ(only_fault(), "NIC-001: packet 0 of chip 3 arrived damaged at chip 3");
}

TEST_F(NetworkInterfaceTest, Nic001ForADamagedHead) {
  for (const std::uint32_t rows : {0u, 1u}) {
    client.faults.clear();
    send(rows);
    (*const_cast<FlitData*>(train.data))[3] ^= std::uint64_t{1} << 40;  // the amount
    receive({train});
    EXPECT_EQ(only_fault().substr(0, 7), "NIC-001") << rows;
  }
}

TEST_F(NetworkInterfaceTest, Nic001ForAPacketOfAnotherLength) {
  send(2);
  std::vector<Flit> flits = flits_sent();
  flits.erase(flits.begin() + 8);
  receive(flits);
  EXPECT_EQ(only_fault().substr(0, 7), "NIC-001");
  client.faults.clear();
  send(2);
  flits = flits_sent();
  flits.insert(flits.begin() + 8, 40, flits[8]);
  receive(flits);
  EXPECT_EQ(only_fault().substr(0, 7), "NIC-001");
}

TEST_F(NetworkInterfaceTest, Nic002ForAPacketThatWasCut) {
  send(1);
  std::vector<Flit> flits = flits_sent();
  flits.resize(3);
  flits[2].tail = true;
  flits[2].poison = true;
  receive(flits);
  EXPECT_EQ(only_fault(),
            "NIC-002: packet 0 of chip 3 to chip 3 was cut on its way: a link on it went down");
  client.faults.clear();
  send(1);
  receive({train});
  EXPECT_EQ(client.writes.size(), 1u);
}

TEST_F(NetworkInterfaceTest, GivesBuffersBackWhenTheDataAreWritten) {
  send(1);
  const FlitData* buffer = train.data;
  receive({train});
  const auto* data = reinterpret_cast<const std::byte*>(buffer + 1);
  EXPECT_NE(nic.make_block(kRow, kRow).data(), data);
  client.writes.clear();
  EXPECT_EQ(nic.make_block(kRow, kRow).data(), data);
}

/// Sampled data: what is behind the words must be the same whatever the buffer held before.
TEST(SampledNetworkInterface, FillsTheRestOfAPayloadWithZerosForModelsOfBits) {
  for (const bool bits : {true, false}) {
    PacketPool pool(1 + 16);
    RouterPorts ports;
    ports.packets = ports.whole_packets = &pool;
    ports.takes_lane_trains = true;
    ports.payload_bits = bits;
    EventQueue events;
    Client client;
    ObserverList observers;
    NetworkInterface nic({}, kChip, events, ports, client, observers, {DataMode::kSampled, 0});
    RemoteWrite write;
    write.target_core = 2 * kChip;
    write.source_core = 2 * kChip;
    write.data = nic.make_block(kRow, 4);
    std::memset(write.data.data(), 0x55, kRow);
    nic.send(0, std::move(write), 0);
    const FlitData* flits = ports.lane_in[0].front().flit.data;
    EXPECT_EQ(flits[1][0], bits ? 0x55555555u : 0x5555555555555555u);
    EXPECT_EQ(flits[8][7], bits ? 0u : 0x5555555555555555u);
  }
}

}  // namespace
}  // namespace podsim::test
