// SPDX-License-Identifier: Apache-2.0
// Two steps of training on pods of several shapes; after each, the trainer compares all weights,
// the all-reduce and the golden reference.
#include <gtest/gtest.h>

#include <optional>
#include <ostream>

#include "sw/routing/compute_routes.h"
#include "sw/routing/load_routes.h"
#include "sw/training/trainer.h"
#include "tests/e2e/all_reduce_run.h"

namespace podsim::test {
namespace {

struct Shape {
  int width;
  int height;
  std::optional<Coordinate> board;  ///< dead
};
/// In the names that ctest shows.
void PrintTo(const Shape& shape, std::ostream* out) {
  *out << shape.width << "x" << shape.height << (shape.board ? "WithADeadBoard" : "");
}

class TrainingOn : public testing::TestWithParam<Shape> {};

Topology topology_of(const Shape& shape) {
  Topology topology = mesh(shape.width, shape.height);
  if (shape.board) topology.fail_block(*shape.board, 2, 2);
  return topology;
}

TEST_P(TrainingOn, AgreesWithTheHostAfterEveryStep) {
  const Topology topology = topology_of(GetParam());
  const std::string data = std::string(PODSIM_SOURCE_DIR) + "/data/mnist";
  const training::DigitSet digits = training::load_training_digits(data);
  const training::DigitSet test_digits = training::load_test_digits(data);
  Observer observer;
  Pod pod({}, topology, observer);
  load_routes(pod, compute(topology));
  training::TrainerOptions options;
  options.steps = 2;
  options.evaluate_every = 0;
  options.target_accuracy = 0;
  options.hyper.learning_rate = training::scaled_learning_rate(0.6, 16 * topology.live_count());
  training::Trainer trainer(pod, find_circuit(topology), digits, test_digits, options);
  const training::TrainingResult result = trainer.run();
  ASSERT_FALSE(result.failure) << describe(*result.failure, topology);
  ASSERT_EQ(result.steps.size(), 2u);
  for (const training::StepReport& report : result.steps)
    for (const std::string& mismatch : report.mismatches) ADD_FAILURE() << mismatch;
  EXPECT_LT(result.steps[1].batch.loss, result.steps[0].batch.loss);
}

INSTANTIATE_TEST_SUITE_P(Pod, TrainingOn,
                         testing::Values(Shape{2, 2, {}}, Shape{3, 4, {}},
                                         Shape{4, 4, Coordinate{2, 0}},
                                         Shape{6, 6, Coordinate{2, 2}}, Shape{8, 8, {}}),
                         [](const auto& shape) { return testing::PrintToString(shape.param); });

}  // namespace
}  // namespace podsim::test
