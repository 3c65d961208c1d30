/// The floors of W13f, W14 and W15 as rows beside the workloads: the same inputs, the same answers.
#include <cmath>
#include <memory>

#include "floor_arrays.h"
#include "floors/floors.h"
#include "inputs.h"
#include "workload.h"

using ag::Tensor;

namespace bench {

namespace {

Run neural_ode() {
  const Tensor w1 = 0.5f * s(15, 100), w2 = 0.5f * s(16, 100), b1 = ag::zeros({floors::kHidden}), b2 = ag::zeros({2});
  const auto loss = std::make_shared<float>();
  return {[=] {
            const floors::Network network{elements<float>(w1), elements<float>(b1), elements<float>(w2),
                                          elements<float>(b2)};
            *loss = floors::neural_ode(network, given(100));
          },
          [=] { return std::vector<double>{*loss}; }};
}

Run train_linear() {
  const Tensor x = u(17, 10000 * 784), labels = ag::astype(10 * u(18, 10000), ag::int32);
  const auto room = std::make_shared<floors::TrainingRoom>();
  const auto loss = std::make_shared<float>();
  return {[=] { *loss = floors::train_linear(elements<float>(x), elements<int32_t>(labels), given(1000), *room); },
          [=] {
            double sum = 0;
            for (float weight : room->weights) sum += std::fabs(static_cast<double>(weight));
            return std::vector<double>{*loss, sum};
          }};
}

Run minimum_by_lbfgs() {
  const auto value = std::make_shared<double>();
  return {[=] { *value = floors::minimum_by_lbfgs(given(40)); }, [=] { return std::vector<double>{*value}; }};
}

Run beam_search() {
  const Tensor out = s(19, 64000), recurrent = 0.1f * s(20, 4096), embedding = s(21, 64000);
  const Buffer<float> packed(16 * 64 * 64);
  floors::pack_beam_weights(elements<float>(out), packed.data());
  const auto room = std::make_shared<floors::BeamRoom>();
  const auto score = std::make_shared<float>();
  const auto length = std::make_shared<int64_t>();
  return {[=] {
            const floors::BeamModel model{packed.data(), elements<float>(recurrent), elements<float>(embedding)};
            *score = floors::beam_search(model, given(50), *room, length.get());
          },
          [=] { return std::vector<double>{*score, static_cast<double>(*length)}; }};
}

Run tree_value() {
  constexpr int64_t kLeaves = 4096, kNodes = kLeaves - 1;
  const Tensor leaves = s(22, kLeaves * 16);
  const Buffer<int64_t> left(kNodes), right(kNodes);
  const Buffer<float> value(16);
  const auto child = [](int64_t at) { return at < kNodes ? at : -(at - kNodes) - 1; };
  for (int64_t k = 0; k < kNodes; ++k) left.data()[k] = child(2 * k + 1), right.data()[k] = child(2 * k + 2);
  return {[=] { floors::tree_value({given(left.data()), right.data(), elements<float>(leaves)}, value.data()); },
          [=] { return std::vector<double>{value.sum()}; }};
}

}  // namespace

void add_learning_floors(std::vector<FloorRow>& rows) {
  rows.insert(rows.end(), {
                              {"W13f", "best", neural_ode},
                              {"W14", "best", train_linear},
                              {"W15a", "best", minimum_by_lbfgs},
                              {"W15c", "best", beam_search},
                              {"W15d", "best", tree_value},
                          });
}

}  // namespace bench
