/// Workloads of several traced functions: each function reads the result of the previous one, and every call reads
/// other arrays.
#include "workloads_mixed.h"

#include <memory>
#include <vector>

#include "ag/ag.h"
#include "inputs.h"
#include "workload.h"

using ag::Tensor;

namespace bench {

namespace {

struct Moments {
  Tensor mean, deviation;  // of each column
};

}  // namespace

AG_FUNCTION Tensor cleaned(Tensor frame) { return ag::maximum(1.25f * frame - 0.125f, 0.0f); }

AG_FUNCTION Tensor difference(Tensor frame, Tensor before) { return ag::mean(ag::abs(frame - before)); }

AG_FUNCTION Moments moments(Tensor rows) {
  Tensor mean = ag::mean(rows, 0);
  return {mean, ag::sqrt(ag::mean(ag::square(rows - mean), 0))};
}

AG_FUNCTION Tensor standardised(Tensor rows, Tensor mean, Tensor deviation) { return (rows - mean) / deviation; }

AG_FUNCTION Tensor score(Tensor rows, Tensor weights) {
  Tensor logits = ag::matmul(rows, weights);
  return ag::mean(1 / (1 + ag::exp(-logits)));
}

AG_FUNCTION Tensor kicked(Tensor velocity, Tensor place) { return velocity - 0.01f * (place + place * place * place); }

AG_FUNCTION Tensor drifted(Tensor place, Tensor velocity) { return place + 0.01f * velocity; }

AG_FUNCTION Tensor nearest_centres(Tensor points, Tensor centres) {
  Tensor x = ag::expand_dims(points(ag::all, 0), 1) - centres(ag::all, 0);
  Tensor y = ag::expand_dims(points(ag::all, 1), 1) - centres(ag::all, 1);
  return ag::argmin(x * x + y * y, 1);
}

AG_FUNCTION Tensor moved_centres(Tensor points, Tensor labels, Tensor centres) {
  const int64_t k = centres.shape(0);
  Tensor sums = ag::segment_sum(points, labels, k);
  Tensor counts = ag::segment_sum(ag::ones({points.shape(0)}), labels, k);
  return 0.75f * centres + 0.25f * sums / ag::expand_dims(ag::maximum(counts, 1), 1);
}

namespace {

Run movement() {
  auto total = std::make_shared<double>();
  std::vector<Tensor> frames;
  for (uint64_t k = 0; k < mixed::kFrames; ++k) frames.push_back(u(30 + k, mixed::kPixels));
  return {[=] {
            *total = 0;
            Tensor before = cleaned(frames[0]);
            for (size_t k = 1; k < frames.size(); ++k) {
              Tensor now = cleaned(frames[k]);
              *total += difference(now, before).item<double>();
              before = now;
            }
          },
          [=] { return std::vector<double>{*total}; }};
}

Run batches() {
  auto total = std::make_shared<double>();
  std::vector<Tensor> all;
  for (uint64_t k = 0; k < mixed::kBatches; ++k)
    all.push_back(ag::reshape(u(50 + k, mixed::kRows * mixed::kColumns), {mixed::kRows, mixed::kColumns}));
  const Tensor weights = s(49, mixed::kColumns);
  return {[=] {
            *total = 0;
            for (const Tensor& rows : all) {
              const Moments of = moments(rows);
              *total += score(standardised(rows, of.mean, of.deviation), weights).item<double>();
            }
          },
          [=] { return std::vector<double>{*total}; }};
}

Run particles() {
  struct State {
    Tensor place, velocity;
  };
  auto state = std::make_shared<State>();
  const Tensor place = s(47, mixed::kParticles), velocity = s(48, mixed::kParticles);
  return {[=] {
            *state = {place, velocity};
            for (int step = 0; step < mixed::kSteps; ++step) {
              state->velocity = kicked(state->velocity, state->place);
              state->place = drifted(state->place, state->velocity);
            }
          },
          [=] { return std::vector<double>{sum_of(ag::square(state->place)), sum_of(ag::square(state->velocity))}; }};
}

Run minibatches() {
  auto centres = std::make_shared<Tensor>();
  std::vector<Tensor> all;
  for (uint64_t k = 0; k < mixed::kMinibatches; ++k)
    all.push_back(ag::reshape(u(100 + k, 2 * mixed::kPoints), {mixed::kPoints, 2}));
  const Tensor first = ag::reshape(u(46, 2 * mixed::kCentres), {mixed::kCentres, 2});
  return {[=] {
            *centres = first;
            for (const Tensor& points : all) {
              const Tensor labels = nearest_centres(points, *centres);
              *centres = moved_centres(points, labels, *centres);
            }
          },
          [=] { return std::vector<double>{sum_of(*centres)}; }};
}

}  // namespace

void add_mixed_workloads(std::vector<Workload>& list) {
  list.push_back({"M1", movement, {{"sum", 6.0721445, 1e-5}}});
  list.push_back({"M2", batches, {{"sum", 16.000238, 1e-5}}});
  list.push_back({"M3", particles, {{"places", 1265.4843, 1e-5}, {"velocities", 1505.987, 1e-5}}});
  list.push_back({"M4", minibatches, {{"sum", 7.9040453, 1e-5}}});
}

}  // namespace bench
