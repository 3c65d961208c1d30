/// The floors as rows beside the workloads: the same inputs, the same answers. Making inputs and outputs, and packing
/// what is constant, is outside the clock.
#include <algorithm>
#include <cstring>
#include <memory>
#include <span>

#include "ag/ag.h"
#include "floor_arrays.h"
#include "floors/floors.h"
#include "helper_thread.h"
#include "inputs.h"
#include "workload.h"

using ag::Tensor;

namespace bench {

namespace {

Run power() {
  const Tensor x = ag::astype(ag::floor(10 * u(1, 100)), ag::int32);
  const Buffer<int32_t> r(100);
  return {[=] { floors::power_rows(elements<int32_t>(x), given(100), r.data()); },
          [=] {
            uint32_t sum = 0;
            for (int i = 0; i < 100; ++i) sum += static_cast<uint32_t>(r.data()[i]);
            return std::vector<double>{static_cast<double>(static_cast<int32_t>(sum))};
          }};
}

Run rnn() {
  using namespace floors;
  const Tensor x = s(4, kRnnBatch * kRnnSteps * kRnnFeatures);
  const Tensor weights = 0.05f * s(5, (kRnnFeatures + kRnnUnits) * kRnnUnits), bias = ag::zeros({kRnnUnits});
  std::vector<int32_t> lengths;
  for (int i = 0; i < kRnnBatch; ++i) lengths.push_back(1 + (7 * i) % 100);
  const Buffer<float> packed((kRnnFeatures + kRnnUnits) * kRnnUnits), outputs(kRnnBatch * kRnnSteps * kRnnUnits),
      state(kRnnBatch * kRnnUnits), scratch(kRnnBatch * kRnnUnits);
  pack_rnn_weights(elements<float>(weights), packed.data());
  return {[=] {
            floors::rnn(elements<float>(x), packed.data(), elements<float>(bias), lengths.data(), outputs.data(),
                        state.data(), scratch.data());
          },
          [=] {
            return std::vector<double>{outputs.sum() / (kRnnBatch * kRnnSteps * kRnnUnits),
                                       state.sum() / (kRnnBatch * kRnnUnits)};
          }};
}

Run converge() {
  const Buffer<float> x(4);
  const auto steps = std::make_shared<int>();
  return {[=] {
            x.data()[0] = 1, x.data()[1] = 2, x.data()[2] = 3;
            *steps = floors::converge(given(x.data()));
          },
          [=] { return std::vector<double>{static_cast<double>(*steps), x.sum()}; }};
}

template <int64_t (*function)(int64_t)>
std::function<Run()> number(int64_t n) {
  return [n] {
    const auto result = std::make_shared<int64_t>();
    return Run{[=] { *result = function(given(n)); },
               [result] { return std::vector<double>{static_cast<double>(*result)}; }};
  };
}

template <floors::FizzBuzz (*function)(int64_t)>
Run fizzbuzz() {
  const auto result = std::make_shared<floors::FizzBuzz>();
  return {[=] { *result = function(given(int64_t{100000})); },
          [=] {
            std::vector<double> answers;
            for (int64_t value : {result->both, result->threes, result->fives, result->sum_of_others})
              answers.push_back(static_cast<double>(value));
            return answers;
          }};
}

std::function<Run()> mean_squared_error(int64_t n) {
  return [n] {
    const auto result = std::make_shared<float>();
    return Run{[=, a = u(6, n), b = u(7, n)] {
                 *result = floors::mean_squared_error(elements<float>(a), elements<float>(b), given(n));
               },
               [result] { return std::vector<double>{*result}; }};
  };
}

constexpr int64_t kBeyondCache = 10000000;

std::function<Run()> relu(int64_t n) {
  return [n] {
    const Buffer<float> y(n);
    return Run{[=, x = s(8, n)] { floors::relu(elements<float>(x), y.data(), given(n), n > kBeyondCache); },
               [=] { return std::vector<double>{y.sum()}; }};
  };
}

/// Where the second of two threads begins: at a line of the cache.
int64_t half_of(int64_t n) { return n / 2 / 64 * 64; }

std::function<Run()> mean_squared_error_of_two(int64_t n) {
  return [n] {
    struct Halves {
      HelperThread helper;
      alignas(64) float first = 0;
      alignas(64) float second = 0;
    };
    const auto halves = std::make_shared<Halves>();
    const int64_t half = half_of(n);
    const auto mean = [=] {
      const double sum = static_cast<double>(halves->first) * static_cast<double>(half) +
                         static_cast<double>(halves->second) * static_cast<double>(n - half);
      return static_cast<float>(sum / static_cast<double>(n));
    };
    return Run{[=, a = u(6, n), b = u(7, n)] {
                 const float *x = elements<float>(a), *y = elements<float>(b);
                 halves->helper.run(
                     [&] { halves->first = floors::mean_squared_error(x, y, given(half)); },
                     [&] { halves->second = floors::mean_squared_error(x + half, y + half, given(n - half)); });
                 given(mean());
               },
               [=] { return std::vector<double>{mean()}; }};
  };
}

std::function<Run()> relu_of_two(int64_t n) {
  return [n] {
    const Buffer<float> y(n);
    const auto helper = std::make_shared<HelperThread>();
    const int64_t half = half_of(n);
    const bool streaming = n > kBeyondCache;
    return Run{[=, x = s(8, n)] {
                 const float* from = elements<float>(x);
                 float* to = y.data();
                 helper->run([&] { floors::relu(from, to, given(half), streaming); },
                             [&] { floors::relu(from + half, to + half, given(n - half), streaming); });
               },
               [=] { return std::vector<double>{y.sum()}; }};
  };
}

template <auto function>
Run black_scholes() {
  constexpr int64_t kOptions = 1000000;
  const Tensor spot = 5 + 25 * u(9, kOptions), strike = 1 + 99 * u(10, kOptions),
               years = 0.25f + 9.75f * u(11, kOptions);
  const Buffer<float> calls(kOptions), puts(kOptions);
  return {[=] {
            function(elements<float>(spot), elements<float>(strike), elements<float>(years), calls.data(), puts.data(),
                     kOptions);
          },
          [=] { return std::vector<double>{calls.sum(), puts.sum()}; }};
}

Run mandelbrot() {
  constexpr int64_t kPixels = 1024;
  const Tensor re = ag::astype(ag::linspace(-2.0, 0.5, kPixels, ag::float64), ag::float32),
               im = ag::astype(ag::linspace(-1.25, 1.25, kPixels, ag::float64), ag::float32);
  const Buffer<int32_t> counts(kPixels * kPixels);
  return {[=] { floors::mandelbrot(elements<float>(re), elements<float>(im), counts.data(), kPixels); },
          [=] { return std::vector<double>{counts.sum()}; }};
}

Run newton() {
  const auto root = std::make_shared<double>();
  const auto steps = std::make_shared<int>();
  // Each call waits for the one before, as ours does; the core would overlap four of them.
  return {[=] {
            double a = 2 + 0 * *root;
            asm volatile("" : "+x"(a));
            *steps = floors::newton(a, root.get());
          },
          [=] { return std::vector<double>{*root, static_cast<double>(*steps)}; }};
}

Run newton_array() {
  constexpr int64_t kNumbers = 1000000;
  const Tensor a = 1 + 99 * ag::astype(u(12, kNumbers), ag::float64);
  const Buffer<double> x(kNumbers);
  const auto steps = std::make_shared<int>();
  return {[=] { *steps = floors::newton_array(elements<double>(a), x.data(), kNumbers); },
          [=] { return std::vector<double>{x.sum(), static_cast<double>(*steps)}; }};
}

template <bool plain>
Run kmeans() {
  constexpr int64_t kPoints = 100000, kRoom = (kPoints + 15) / 16 * 16;
  const Tensor points = u(13, 2 * kPoints);
  const Buffer<float> centres(2 * floors::kClusters), coordinates(2 * kRoom);
  const Buffer<int32_t> labels(kRoom);
  const auto rounds = std::make_shared<int>();
  return {[=] {
            const float* from = elements<float>(points);
            std::copy_n(from, 2 * floors::kClusters, centres.data());
            *rounds = plain ? floors::kmeans_plain(from, given(kPoints), centres.data(), labels.data())
                            : floors::kmeans(from, given(kPoints), centres.data(), labels.data(), coordinates.data());
          },
          [=] {
            const float* from = elements<float>(points);
            double squares = 0;
            for (int64_t i = 0; i < 2 * kPoints; ++i) {
              const double step = double{from[i]} - double{centres.data()[2 * labels.data()[i / 2] + i % 2]};
              squares += step * step;
            }
            return std::vector<double>{static_cast<double>(*rounds), squares};
          }};
}

Run kalman() {
  constexpr int64_t kSteps = 1000;
  const auto model = std::make_shared<floors::KalmanModel>();
  for (int i = 0; i < 4; ++i) model->F[i][i] = 1, model->Q[i][i] = 0.01;
  model->F[0][2] = model->F[1][3] = 0.1;
  for (int i = 0; i < 2; ++i) model->H[i][i] = 1, model->R[i][i] = 0.1;
  const Tensor measurements = ag::astype(s(14, 2 * kSteps), ag::float64);
  const Buffer<double> states(4 * kSteps), covariance(16);
  return {[=] {
            floors::kalman(*given(model.get()), elements<double>(measurements), kSteps, states.data(),
                           covariance.data());
          },
          [=] {
            double trace = 0;
            for (int i = 0; i < 4; ++i) trace += covariance.data()[5 * i];
            return std::vector<double>{states.sum(), trace};
          }};
}

}  // namespace

std::vector<FloorRow> floor_rows() {
  for (const int has : {__builtin_cpu_supports("avx512f"), __builtin_cpu_supports("avx512bw"),
                        __builtin_cpu_supports("avx512dq"), __builtin_cpu_supports("avx512vl")}) {
    if (!has) return {};
  }
  std::vector<FloorRow> rows{
      {"W1", "rows_vpmulld", power},
      {"W3", "best", rnn},
      {"W4", "best", converge},
      {"W5a", "select", number<floors::collatz_select>(837799)},
      {"W5b", "naive", fizzbuzz<floors::fizzbuzz_plain>},
      {"W5b", "best", fizzbuzz<floors::fizzbuzz_vectors>},
  };
  const std::pair<const char*, int64_t> sizes[] = {{"1e3", 1000}, {"1e6", 1000000}, {"3e7", 30000000}};
  for (const auto& [name, n] : sizes) rows.push_back({std::string("W6_") + name, "best", mean_squared_error(n)});
  for (const auto& [name, n] : sizes) rows.push_back({std::string("W7_") + name, "best", relu(n)});
  if (std::thread::hardware_concurrency() > 1) {
    for (const auto& [name, n] : sizes) {
      if (n == 1000) continue;  // takes less than a second thread does to begin
      rows.push_back({std::string("W6_") + name, "best", mean_squared_error_of_two(n), 2});
      rows.push_back({std::string("W7_") + name, "best", relu_of_two(n), 2});
    }
  }
  rows.insert(rows.end(), {
                              {"W8", "libmvec", black_scholes<floors::black_scholes_libmvec>},
                              {"W8", "best", black_scholes<floors::black_scholes_inline>},
                              {"W9", "simd", mandelbrot},
                              {"W10a", "best", newton},
                              {"W10b", "fused", newton_array},
                              {"W11", "naive", kmeans<true>},
                              {"W11", "best", kmeans<false>},
                              {"W12", "best", kalman},
                              {"W12_textbook", "best", kalman},
                              {"W12_fixed_points", "best", kalman},
                              {"W17", "best", number<floors::sum_below>(1000000)},
                              {"W17_mix", "naive", number<floors::mix_below>(1000000)},
                          });
  add_learning_floors(rows);
  add_mixed_floors(rows);
  add_convolution_floors(rows);
  return rows;
}

}  // namespace bench
