/// The floors of the mixed workloads as rows beside them: the same inputs, the same answers.
#include <algorithm>
#include <memory>
#include <utility>
#include <vector>

#include "floor_arrays.h"
#include "floors/floors.h"
#include "inputs.h"
#include "workload.h"
#include "workloads_mixed.h"

using ag::Tensor;

namespace bench {

namespace {

std::vector<Tensor> arrays(uint64_t seed, int64_t count, int64_t n) {
  std::vector<Tensor> list;
  for (int64_t k = 0; k < count; ++k) list.push_back(u(seed + static_cast<uint64_t>(k), n));
  return list;
}

double sum_of_squares(const Buffer<float>& values, int64_t n) {
  double sum = 0;
  for (int64_t i = 0; i < n; ++i) sum += static_cast<double>(values.data()[i]) * static_cast<double>(values.data()[i]);
  return sum;
}

Run movement() {
  const std::vector<Tensor> frames = arrays(30, mixed::kFrames, mixed::kPixels);
  const Buffer<float> first(mixed::kPixels), second(mixed::kPixels);
  const auto total = std::make_shared<double>();
  return {[=] {
            *total = 0;
            float *now = second.data(), *before = first.data();
            floors::clean_frame(elements<float>(frames[0]), before, given(mixed::kPixels));
            for (size_t k = 1; k < frames.size(); ++k) {
              floors::clean_frame(elements<float>(frames[k]), now, given(mixed::kPixels));
              *total += static_cast<double>(floors::mean_difference(now, before, given(mixed::kPixels)));
              std::swap(now, before);
            }
          },
          [=] { return std::vector<double>{*total}; }};
}

Run batches() {
  const std::vector<Tensor> all = arrays(50, mixed::kBatches, mixed::kRows * mixed::kColumns);
  const Tensor weights = s(49, mixed::kColumns);
  const Buffer<float> mean(mixed::kColumns), deviation(mixed::kColumns), rows(mixed::kRows * mixed::kColumns);
  const auto total = std::make_shared<double>();
  static_assert(mixed::kColumns == floors::kScoreColumns);
  return {[=] {
            *total = 0;
            for (const Tensor& batch : all) {
              const float* of = elements<float>(batch);
              floors::column_moments(of, given(mixed::kRows), mean.data(), deviation.data());
              floors::standardise(of, given(mixed::kRows), mean.data(), deviation.data(), rows.data());
              *total +=
                  static_cast<double>(floors::mean_score(rows.data(), given(mixed::kRows), elements<float>(weights)));
            }
          },
          [=] { return std::vector<double>{*total}; }};
}

Run particles() {
  const Tensor first_place = s(47, mixed::kParticles), first_velocity = s(48, mixed::kParticles);
  const Buffer<float> place(mixed::kParticles), velocity(mixed::kParticles);
  return {[=] {
            std::copy_n(elements<float>(first_place), mixed::kParticles, place.data());
            std::copy_n(elements<float>(first_velocity), mixed::kParticles, velocity.data());
            for (int step = 0; step < mixed::kSteps; ++step) {
              floors::kick(velocity.data(), place.data(), given(mixed::kParticles));
              floors::drift(place.data(), velocity.data(), given(mixed::kParticles));
            }
          },
          [=] {
            return std::vector<double>{sum_of_squares(place, mixed::kParticles),
                                       sum_of_squares(velocity, mixed::kParticles)};
          }};
}

Run minibatches() {
  const std::vector<Tensor> all = arrays(100, mixed::kMinibatches, 2 * mixed::kPoints);
  const Tensor first = u(46, 2 * mixed::kCentres);
  const Buffer<float> centres(2 * mixed::kCentres);
  const Buffer<int32_t> labels(mixed::kPoints);
  static_assert(mixed::kCentres == floors::kClusters);
  return {[=] {
            std::copy_n(elements<float>(first), 2 * mixed::kCentres, centres.data());
            for (const Tensor& batch : all) {
              const float* points = elements<float>(batch);
              floors::nearest_centres(points, given(mixed::kPoints), centres.data(), labels.data());
              floors::move_centres(points, given(mixed::kPoints), labels.data(), centres.data());
            }
          },
          [=] { return std::vector<double>{centres.sum()}; }};
}

}  // namespace

void add_mixed_floors(std::vector<FloorRow>& rows) {
  rows.insert(rows.end(), {
                              {"M1", "simd", movement},
                              {"M2", "simd", batches},
                              {"M3", "simd", particles},
                              {"M4", "simd", minibatches},
                          });
}

}  // namespace bench
