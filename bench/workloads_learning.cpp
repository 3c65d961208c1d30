/// Workloads that learn, search and call themselves: W13f, W14, W15a, W15c, W15d.
#include <memory>

#include "ag/ag.h"
#include "inputs.h"
#include "workload.h"

using ag::Tensor;

namespace bench {

namespace {

struct Network {
  Tensor w1, b1, w2, b2;
};

struct Trained {
  Tensor loss, weights;
};

struct Slopes {
  Tensor loss;
  Network of;
};

struct Beam {
  Tensor score, length;
};

/// Two numbers through a hidden layer.
Tensor slope(const Network& of, Tensor y) { return ag::matmul(ag::tanh(ag::matmul(y, of.w1) + of.b1), of.w2) + of.b2; }

constexpr int64_t kDimensions = 100;

Tensor rosenbrock(Tensor x) {
  const Tensor low = x[ag::slice(0, kDimensions - 1)], high = x[ag::slice(1, kDimensions)];
  return ag::sum(100.0 * ag::square(high - low * low) + ag::square(1.0 - low));
}

Tensor rosenbrock_gradient(Tensor x) {
  const Tensor low = x[ag::slice(0, kDimensions - 1)], t = x[ag::slice(1, kDimensions)] - low * low;
  const Tensor none = ag::zeros({1}, ag::float64);
  return ag::concat({-400.0 * low * t - 2.0 * (1.0 - low), none}, 0) + ag::concat({none, 200.0 * t}, 0);
}

}  // namespace

AG_FUNCTION Tensor neural_ode(Network network, Tensor y, Tensor steps) {
  const float h = 0.05f;
  for (Tensor step : ag::range(steps)) {
    Tensor k1 = slope(network, y);
    Tensor k2 = slope(network, y + h / 2 * k1);
    Tensor k3 = slope(network, y + h / 2 * k2);
    Tensor k4 = slope(network, y + h * k3);
    y = y + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
  }
  return ag::sum(y * y);
}

/// That, and its gradient by the network.
AG_FUNCTION Slopes neural_ode_gradient(Network network, Tensor y, Tensor steps) {
  auto [loss, slopes] = ag::value_and_gradient(&neural_ode)(network, y, steps);
  return {loss, slopes};
}

AG_FUNCTION Trained train_linear(Tensor x, Tensor labels, Tensor steps) {
  Tensor weights = ag::zeros({784, 10}), bias = ag::zeros({10}), loss = 0.0f;
  for (Tensor step : ag::range(steps)) {
    Tensor first = step % 50 * 200;
    Tensor rows = x[ag::slice(first, first + 200)], named = labels[ag::slice(first, first + 200)];
    Tensor logits = ag::matmul(rows, weights) + bias;
    Tensor least = ag::logsumexp(logits, 1);
    loss = ag::mean(least - ag::squeeze(ag::take_along_axis(logits, ag::expand_dims(named, 1), 1), 1));
    Tensor slopes = (ag::softmax(logits) - ag::one_hot(named, 10)) / 200.0f;
    weights = weights - 0.1f * ag::matmul(rows.T(), slopes);
    bias = bias - 0.1f * ag::sum(slopes, 0);
  }
  return {loss, weights};
}

AG_FUNCTION Tensor minimum_by_lbfgs(Tensor x, Tensor iterations) {
  Tensor steps = ag::zeros({10, kDimensions}, ag::float64), changes = ag::zeros({10, kDimensions}, ag::float64);
  Tensor inverse = ag::zeros({10}, ag::float64), share = ag::zeros({10}, ag::float64);
  Tensor value = rosenbrock(x), gradient = rosenbrock_gradient(x);
  Tensor have = ag::tensor(0, ag::int64), next = ag::tensor(0, ag::int64);
  for (Tensor iteration : ag::range(iterations)) {
    Tensor direction = -gradient;
    for (Tensor j : ag::range(have)) {
      Tensor k = (next + 19 - j) % 10;
      share[k] = inverse[k] * ag::matmul(steps[k], direction);
      direction = direction - share[k] * changes[k];
    }
    if (have > 0) {
      Tensor last = (next + 9) % 10;
      direction = direction / (inverse[last] * ag::matmul(changes[last], changes[last]));
    }
    for (Tensor j : ag::range(have)) {
      Tensor k = (next + 10 - have + j) % 10;
      direction = direction + (share[k] - inverse[k] * ag::matmul(changes[k], direction)) * steps[k];
    }
    Tensor along = ag::matmul(gradient, direction), length = ag::tensor(1.0, ag::float64);
    Tensor tried = x + direction, found = rosenbrock(tried);
    while (found > value + 1e-4 * length * along && length >= 1e-20) {
      length = length * 0.5;
      tried = x + length * direction;
      found = rosenbrock(tried);
    }
    Tensor further = rosenbrock_gradient(tried), step = tried - x, change = further - gradient;
    Tensor both = ag::matmul(step, change);
    if (both > 1e-10) {
      steps[next] = step;
      changes[next] = change;
      inverse[next] = 1.0 / both;
      next = (next + 1) % 10;
      have = ag::minimum(have + 1, 10);
    }
    x = tried;
    gradient = further;
    value = found;
  }
  return value;
}

AG_FUNCTION Beam beam_search(Tensor out, Tensor recurrent, Tensor embedding, Tensor most) {
  Tensor state = ag::broadcast_to(ag::expand_dims(ag::tanh(embedding[1]), 0), {5, 64});
  Tensor score = ag::where(ag::arange(5) == 0, 0.0f, -INFINITY), length = ag::zeros({5}, ag::int64);
  Tensor ended = ag::zeros({5}, ag::boolean), time = ag::tensor(0, ag::int64);
  while (time < most && !ag::all(ended)) {
    Tensor likely = ag::log_softmax(ag::matmul(ag::tanh(state), out));
    Tensor stay = ag::where(ag::arange(1000) == 0, 0.0f, -INFINITY);
    Tensor all = ag::expand_dims(score, 1) + ag::where(ag::expand_dims(ended, 1), stay, likely);
    auto best = ag::top_k(ag::reshape(all, {5000}), 5);
    Tensor parent = best.indices / 1000, token = best.indices % 1000;
    Tensor before = ag::take(state, parent), done = ag::take(ended, parent);
    Tensor next = ag::tanh(ag::matmul(before, recurrent) + ag::take(embedding, token));
    state = ag::where(ag::expand_dims(done, 1), before, next);
    length = ag::take(length, parent) + ag::where(done, 0, 1);
    ended = done | (token == 0);
    score = best.values;
    time += 1;
  }
  return {score[0], length[0]};
}

AG_FUNCTION Tensor tree_value(Tensor node, Tensor left, Tensor right, Tensor leaves) {
  if (node < 0) return leaves[-node - 1];
  return ag::tanh(tree_value(left[node], left, right, leaves) + tree_value(right[node], left, right, leaves));
}

namespace {

Network small_network() {
  return {ag::reshape(0.5f * s(15, 100), {2, 50}), ag::zeros({50}), ag::reshape(0.5f * s(16, 100), {50, 2}),
          ag::zeros({2})};
}

}  // namespace

void add_learning_workloads(std::vector<Workload>& list) {
  list.push_back({"W13f",
                  [] {
                    auto result = std::make_shared<Tensor>();
                    return Run{[=, network = small_network(), y = ag::tensor({1.0f, 0.0f}),
                                steps = ag::tensor(100, ag::int64)] { *result = neural_ode(network, y, steps); },
                               [result] { return std::vector<double>{result->item<double>()}; }};
                  },
                  {{"loss", 5.27546, 1e-4}}});
  list.push_back({"W13g",
                  [] {
                    auto result = std::make_shared<Slopes>();
                    return Run{
                        [=, network = small_network(), y = ag::tensor({1.0f, 0.0f}),
                         steps = ag::tensor(100, ag::int64)] { *result = neural_ode_gradient(network, y, steps); },
                        [result] {
                          const Network& of = result->of;
                          double sum = 0;
                          for (const Tensor& slopes : {of.w1, of.b1, of.w2, of.b2}) sum += sum_of(ag::abs(slopes));
                          return std::vector<double>{result->loss.item<double>(), sum};
                        }};
                  },
                  {{"loss", 5.27546, 1e-4}, {"sum |g|", 1693.859, 1e-4}}});
  list.push_back(
      {"W14",
       [] {
         auto result = std::make_shared<Trained>();
         const Tensor x = ag::reshape(u(17, 10000 * 784), {10000, 784});
         const Tensor labels = ag::astype(10 * u(18, 10000), ag::int64);
         return Run{
             [=, steps = ag::tensor(1000, ag::int64)] { *result = train_linear(x, labels, steps); },
             [result] { return std::vector<double>{result->loss.item<double>(), sum_of(ag::abs(result->weights))}; }};
       },
       {{"loss", 2.2377517, 1e-4}, {"abs w", 375.21877, 1e-4}}});
  list.push_back(
      {"W15a",
       [] {
         auto result = std::make_shared<Tensor>();
         const Tensor start = ag::where(ag::arange(kDimensions) % 2 == 0, ag::tensor(-1.2, ag::float64), 1.0);
         return Run{[=, iterations = ag::tensor(40, ag::int64)] { *result = minimum_by_lbfgs(start, iterations); },
                    [result] { return std::vector<double>{result->item<double>()}; }};
       },
       {{"value", 90.0058696, 1e-6}}});
  list.push_back(
      {"W15c",
       [] {
         auto result = std::make_shared<Beam>();
         const Tensor out = ag::reshape(s(19, 64000), {64, 1000}),
                      recurrent = ag::reshape(0.1f * s(20, 4096), {64, 64}),
                      embedding = ag::reshape(s(21, 64000), {1000, 64});
         return Run{
             [=, most = ag::tensor(50, ag::int64)] { *result = beam_search(out, recurrent, embedding, most); },
             [result] { return std::vector<double>{result->score.item<double>(), result->length.item<double>()}; }};
       },
       {{"score", -104.57375, 1e-4}, {"length", 50}}});
  list.push_back({"W15d",
                  [] {
                    auto result = std::make_shared<Tensor>();
                    const int64_t leaves = 4096, nodes = leaves - 1;
                    std::vector<int64_t> left, right;
                    const auto child = [=](int64_t at) { return at < nodes ? at : -(at - nodes) - 1; };
                    for (int64_t k = 0; k < nodes; ++k) {
                      left.push_back(child(2 * k + 1));
                      right.push_back(child(2 * k + 2));
                    }
                    const Tensor of = ag::reshape(s(22, leaves * 16), {leaves, 16});
                    return Run{[=, root = ag::tensor(0, ag::int64), a = ag::tensor(left), b = ag::tensor(right)] {
                                 *result = tree_value(root, a, b, of);
                               },
                               [result] { return std::vector<double>{sum_of(*result)}; }};
                  },
                  {{"sum", -2.76973, 1e-4}}});
}

}  // namespace bench
