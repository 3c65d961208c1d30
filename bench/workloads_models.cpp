/// Workloads that are small models: W3, W11, W12.
#include <memory>

#include "ag/ag.h"
#include "inputs.h"
#include "workload.h"

using ag::Tensor;

namespace bench {

namespace {

struct Sequences {
  Tensor outputs;  // [batch, time, units]
  Tensor state;    // [batch, units]
};

struct Clusters {
  Tensor rounds;
  Tensor squared_distances;  // their sum
};

struct Filtered {
  Tensor states;      // [steps, 4]
  Tensor covariance;  // after the last step
};

}  // namespace

AG_FUNCTION Sequences dynamic_rnn(Tensor inputs, Tensor lengths, Tensor weights, Tensor bias) {
  Tensor state = ag::zeros({inputs.shape(0), bias.shape(0)});
  Tensor outputs = ag::zeros({inputs.shape(0), inputs.shape(1), bias.shape(0)});
  Tensor time = 0;
  for (Tensor x : ag::permute_dims(inputs, {1, 0, 2})) {
    Tensor next = ag::tanh(ag::matmul(ag::concat({x, state}, 1), weights) + bias);
    Tensor running = ag::expand_dims(time < lengths, 1);
    state = ag::where(running, next, state);
    outputs(ag::all, time) = ag::where(running, next, 0);
    time += 1;
  }
  return {outputs, state};
}

AG_FUNCTION Clusters kmeans(Tensor points, Tensor centres) {
  const int64_t k = centres.shape(0);
  Tensor squares = ag::sum(ag::square(points), 1, ag::keepdims);
  Tensor ones = ag::ones({points.shape(0)});
  Tensor labels = ag::full({points.shape(0)}, -1, ag::int64);
  Tensor squared_distances = 0.0f;
  Tensor rounds = 0;
  Tensor changed = true;
  while (changed && rounds < 300) {
    // |p - c|^2 = |p|^2 - 2 p.c + |c|^2
    Tensor distances = squares - 2 * ag::matmul(points, centres.T()) + ag::sum(ag::square(centres), 1);
    Tensor nearest = ag::argmin(distances, 1);
    squared_distances = ag::sum(ag::min(distances, 1));
    changed = ag::any(nearest != labels);
    labels = nearest;

    Tensor members = ag::expand_dims(ag::segment_sum(ones, labels, k), 1);
    centres = ag::where(members > 0, ag::segment_sum(points, labels, k) / ag::maximum(members, 1), centres);
    rounds += 1;
  }
  return {rounds, squared_distances};
}

/// As textbooks write it.
AG_FUNCTION Filtered kalman_textbook(Tensor F, Tensor H, Tensor Q, Tensor R, Tensor measurements) {
  Tensor x = ag::zeros({4}, ag::float64);
  Tensor P = ag::eye(4, ag::float64);
  Tensor states = ag::zeros({measurements.shape(0), 4}, ag::float64);
  Tensor time = 0;
  for (Tensor z : measurements) {
    x = ag::matmul(F, x);
    P = ag::matmul(ag::matmul(F, P), F.T()) + Q;
    Tensor S = ag::matmul(ag::matmul(H, P), H.T()) + R;
    Tensor K = ag::matmul(ag::matmul(P, H.T()), ag::inv(S));
    x = x + ag::matmul(K, z - ag::matmul(H, x));
    P = P - ag::matmul(ag::matmul(K, H), P);
    states[time] = x;
    time += 1;
  }
  return {states, P};
}

/// With one product H P in the place of three, as its floor has it: P is symmetric.
AG_FUNCTION Filtered kalman(Tensor F, Tensor H, Tensor Q, Tensor R, Tensor measurements) {
  Tensor x = ag::zeros({4}, ag::float64);
  Tensor P = ag::eye(4, ag::float64);
  Tensor states = ag::zeros({measurements.shape(0), 4}, ag::float64);
  Tensor time = 0;
  for (Tensor z : measurements) {
    x = ag::matmul(F, x);
    P = ag::matmul(ag::matmul(F, P), F.T()) + Q;
    Tensor HP = ag::matmul(H, P);
    Tensor S = ag::matmul(HP, H.T()) + R;
    Tensor K = ag::matmul(HP.T(), ag::inv(S));
    x = x + ag::matmul(K, z - ag::matmul(H, x));
    P = P - ag::matmul(K, HP);
    states[time] = x;
    time += 1;
  }
  return {states, P};
}

AG_FUNCTION_WITH(.fixed_points = true)
Filtered kalman_with_fixed_points(Tensor F, Tensor H, Tensor Q, Tensor R, Tensor measurements) {
  return kalman(F, H, Q, R, measurements);
}

namespace {

/// The filter of a body in a plane whose positions are measured.
Run filtered_positions(Filtered (*filter)(Tensor, Tensor, Tensor, Tensor, Tensor)) {
  auto result = std::make_shared<Filtered>();
  Tensor F = ag::eye(4, ag::float64), H = ag::zeros({2, 4}, ag::float64);
  F(0, 2) = 0.1;
  F(1, 3) = 0.1;
  H(0, 0) = 1;
  H(1, 1) = 1;
  const Tensor Q = 0.01 * ag::eye(4, ag::float64), R = 0.1 * ag::eye(2, ag::float64);
  const Tensor z = ag::reshape(ag::astype(s(14, 2000), ag::float64), {1000, 2});
  return Run{
      [=] { *result = filter(F, H, Q, R, z); },
      [result] { return std::vector<double>{sum_of(result->states), ag::trace(result->covariance).item<double>()}; }};
}

}  // namespace

void add_model_workloads(std::vector<Workload>& list) {
  list.push_back({"W3",
                  [] {
                    auto result = std::make_shared<Sequences>();
                    std::vector<int32_t> lengths;
                    for (int i = 0; i < 32; ++i) lengths.push_back(1 + (7 * i) % 100);
                    const Tensor inputs = ag::reshape(s(4, 32 * 100 * 50), {32, 100, 50});
                    const Tensor weights = ag::reshape(0.05f * s(5, 306 * 256), {306, 256});
                    return Run{[=, of = ag::tensor(lengths), bias = ag::zeros({256})] {
                                 *result = dynamic_rnn(inputs, of, weights, bias);
                               },
                               [result] {
                                 return std::vector<double>{sum_of(result->outputs) / (32 * 100 * 256),
                                                            sum_of(result->state) / (32 * 256)};
                               }};
                  },
                  {{"mean outputs", 6.281032e-05, 1e-3}, {"mean h", 6.768104e-04, 1e-3}}});
  list.push_back({"W11",
                  [] {
                    auto result = std::make_shared<Clusters>();
                    const Tensor points = ag::reshape(u(13, 200000), {100000, 2});
                    const Tensor start = points[ag::slice(0, 8)];
                    return Run{[=] { *result = kmeans(points, start); },
                               [result] {
                                 return std::vector<double>{result->rounds.item<double>(),
                                                            result->squared_distances.item<double>()};
                               }};
                  },
                  {{"rounds", 145, 0.1}, {"sse", 2133.851, 1e-5}}});
  const std::vector<Expected> filtered = {{"sum", -17.92411427339262, 1e-10}, {"trace", 0.3228647140994386, 1e-12}};
  list.push_back({"W12", [] { return filtered_positions(kalman); }, filtered});
  list.push_back({"W12_textbook", [] { return filtered_positions(kalman_textbook); }, filtered});
  list.push_back({"W12_fixed_points", [] { return filtered_positions(kalman_with_fixed_points); }, filtered});
}

}  // namespace bench
