// SPDX-License-Identifier: Apache-2.0
#include "sw/training/trainer.h"

#include <gtest/gtest.h>

#include "sw/routing/compute_routes.h"

namespace podsim::training {
namespace {

const std::string kData = std::string(PODSIM_SOURCE_DIR) + "/data/mnist";

Topology mesh(int width, int height) {
  MeshShape shape;
  shape.width = width;
  shape.height = height;
  return Topology(shape);
}

void load_routes(Pod& pod) {
  const Topology& topology = pod.topology();
  const RoutingTables tables = compute(topology);
  for (const int chip : topology.live_chips()) {
    for (int port = 0; port < kPorts; ++port) {
      std::vector<std::uint8_t> entries;
      for (int to = 0; to < topology.chips(); ++to) entries.push_back(tables.byte(chip, port, to));
      pod.load_routes(chip, port, entries);
    }
  }
}

/// Trains `steps` steps on the pod; every step is checked against the host.
TrainingResult train(Pod& pod, const TrainerOptions& options) {
  load_routes(pod);
  const DigitSet training = load_training_digits(kData);
  const DigitSet test = load_test_digits(kData);
  Trainer trainer(pod, find_circuit(pod.topology()), training, test, options);
  return trainer.run();
}

void expect_good(const TrainingResult& result, const Topology& topology, std::size_t steps) {
  ASSERT_FALSE(result.failure) << describe(*result.failure, topology);
  ASSERT_EQ(result.steps.size(), steps);
  for (const StepReport& report : result.steps) {
    for (const std::string& mismatch : report.mismatches) ADD_FAILURE() << mismatch;
  }
}

TEST(Trainer, TrainsAHealthyPodAsTheHostDoes) {
  Observer observer;
  Pod pod({}, mesh(2, 2), observer);
  TrainerOptions options;
  options.steps = 3;
  options.evaluate_every = 2;
  options.hyper.learning_rate = scaled_learning_rate(0.6, 64);
  const TrainingResult result = train(pod, options);
  expect_good(result, pod.topology(), 3);
  EXPECT_FALSE(result.steps[0].test);
  EXPECT_TRUE(result.steps[1].test);
  EXPECT_TRUE(result.steps[2].test);  // the last one
  EXPECT_EQ(result.steps[2].training_time,
            result.steps[0].step_time + result.steps[1].step_time + result.steps[2].step_time);
}

TEST(Trainer, TrainsAroundADeadBoard) {
  Topology topology = mesh(4, 4);
  topology.fail_block({2, 0}, 2, 2);
  Observer observer;
  Pod pod({}, topology, observer);
  TrainerOptions options;
  options.steps = 2;
  expect_good(train(pod, options), topology, 2);
}

TEST(Trainer, StopsAtTheTarget) {
  Observer observer;
  Pod pod({}, mesh(2, 2), observer);
  TrainerOptions options;
  options.steps = 5;
  options.evaluate_every = 1;
  options.target_accuracy = 0.01;
  options.check = false;
  const TrainingResult result = train(pod, options);
  EXPECT_TRUE(result.reached_target);
  EXPECT_EQ(result.steps.size(), 1U);
}

TEST(Trainer, AWrongWeightOnOneCoreIsReportedWithItsPlace) {
  Observer observer;
  Pod pod({}, mesh(2, 2), observer);
  load_routes(pod);
  const DigitSet training = load_training_digits(kData);
  const DigitSet test = load_test_digits(kData);
  TrainerOptions options;
  options.steps = 1;
  Trainer trainer(pod, find_circuit(pod.topology()), training, test, options);
  float weight = 0;
  pod.read_vmem(5, mlp::kVmemWeights + 400, &weight, sizeof weight);
  weight += 0.5F;
  pod.write_vmem(5, mlp::kVmemWeights + 400, &weight, sizeof weight);
  const TrainingResult result = trainer.run();
  EXPECT_FALSE(result.ok());
  ASSERT_FALSE(result.steps[0].mismatches.empty());
  bool named = false;
  for (const std::string& message : result.steps[0].mismatches) {
    named = named || (message.find("weights against the first core of " + pod.core_name(5)) == 0 &&
                      message.find("row 400 lane 0") != std::string::npos);
  }
  EXPECT_TRUE(named) << result.steps[0].mismatches.front();
}

}  // namespace
}  // namespace podsim::training
