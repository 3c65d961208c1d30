// Programs that use models: neighbours, trees, sequences, bandits, scores.
#include <ag/ag.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <iostream>
#include <map>
#include <numeric>
#include <queue>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "../programs.h"

using ag::Tensor;

namespace nearest_neighbours {

AG_FUNCTION int classify(const Tensor& points, const Tensor& labels, const Tensor& query, int k) {
  std::vector<std::pair<double, int>> by_distance;
  for (int i = 0; i < points.shape(0); ++i)
    by_distance.emplace_back(ag::norm(points[i] - query).item<double>(), labels[i].item<int>());
  std::partial_sort(by_distance.begin(), by_distance.begin() + k, by_distance.end());
  std::array<int, 3> votes{};
  for (int i = 0; i < k; ++i) ++votes[by_distance[i].second];
  return static_cast<int>(std::max_element(votes.begin(), votes.end()) - votes.begin());
}

void run() {
  const Tensor points =
      ag::tensor({{0.0, 0.0}, {0.5, 0.0}, {3.0, 3.0}, {3.5, 3.0}, {0.0, 4.0}, {0.5, 4.5}, {1.5, 2.0}}, ag::float64);
  const Tensor labels = ag::tensor({0, 0, 1, 1, 2, 2, 2});
  for (int k : {1, 3, 5}) {
    for (auto [x, y] : {std::pair{0.2, 0.1}, {3.0, 2.0}, {1.0, 3.0}, {1.2, 1.2}})
      std::cout << classify(points, labels, ag::tensor({x, y}, ag::float64), k) << " ";
    std::cout << "\n";
  }
}

}  // namespace nearest_neighbours

namespace naive_bayes {

struct Class {
  std::string name;
  double prior;
  std::vector<double> mean, deviation;

  double log_likelihood(const Tensor& x) const {
    double sum = std::log(prior);
    for (std::size_t i = 0; i < mean.size(); ++i) {
      const double z = (x[static_cast<int>(i)].item<double>() - mean[i]) / deviation[i];
      sum += -0.5 * z * z - std::log(deviation[i]);
    }
    return sum;
  }
};

const std::vector<Class> classes = {{"short", 0.5, {150.0, 50.0}, {8.0, 6.0}},
                                    {"tall", 0.3, {185.0, 80.0}, {7.0, 9.0}},
                                    {"odd", 0.2, {170.0, 100.0}, {20.0, 20.0}}};

AG_FUNCTION std::string predict(Tensor x) {
  std::string best = "none";
  double best_score = -50;
  for (const Class& c : classes) {
    const double score = c.log_likelihood(x);
    if (score > best_score) {
      best_score = score;
      best = c.name;
    }
  }
  return best;
}

void run() {
  for (auto& row :
       {ag::tensor({150.0, 48.0}), ag::tensor({182.0, 78.0}), ag::tensor({168.0, 120.0}), ag::tensor({20.0, 500.0})})
    std::cout << predict(row) << "\n";
}

}  // namespace naive_bayes

namespace decision_tree {

struct Node {
  int feature;  // -1: a leaf
  double threshold;
  int left, right;
  double value;
};

constexpr Node tree[] = {{0, 2.5, 1, 2, 0},   {1, 0.5, 3, 4, 0},   {1, 1.5, 5, 6, 0}, {-1, 0, 0, 0, 10.0},
                         {-1, 0, 0, 0, 20.0}, {-1, 0, 0, 0, 30.0}, {0, 4.0, 3, 7, 0}, {-1, 0, 0, 0, 40.0}};

AG_FUNCTION double predict(Tensor x) {
  int at = 0;
  while (tree[at].feature >= 0) {
    const Node& node = tree[at];
    at = x[node.feature].item<double>() < node.threshold ? node.left : node.right;
  }
  return tree[at].value;
}

double descend(const Node& node, const Tensor& x, int& depth) {
  if (node.feature < 0) return node.value;
  ++depth;
  const bool left = (x[node.feature] < node.threshold).item<bool>();
  return descend(tree[left ? node.left : node.right], x, depth);
}

AG_FUNCTION std::pair<double, int> predict_recursively(Tensor x) {
  int depth = 0;
  const double value = descend(tree[0], x, depth);
  return {value, depth};
}

void run() {
  for (double a : {1.0, 3.0, 5.0}) {
    for (double b : {0.0, 1.0, 2.0}) {
      const Tensor x = ag::tensor({a, b}, ag::float64);
      auto [value, depth] = predict_recursively(x);
      std::printf("%g %g: %g %g in %d\n", a, b, predict(x), value, depth);
    }
  }
}

}  // namespace decision_tree

namespace beam_search {

struct Beam {
  std::vector<int> tokens;
  double score = 0;
};

// transition(a, b): the logarithm of the probability that b follows a; token 0 begins, token 3 ends a sentence.
AG_FUNCTION std::vector<int> decode(Tensor transition, int width, int length) {
  std::vector<Beam> beams = {{{0}, 0.0}};
  for (int step = 0; step < length; ++step) {
    std::vector<Beam> next;
    for (const Beam& beam : beams) {
      if (beam.tokens.back() == 3) {
        next.push_back(beam);
        continue;
      }
      for (int t = 1; t < 4; ++t) {
        Beam longer = beam;
        longer.score += transition(beam.tokens.back(), t).item<double>();
        longer.tokens.push_back(t);
        next.push_back(longer);
      }
    }
    std::sort(next.begin(), next.end(), [](const Beam& a, const Beam& b) { return a.score > b.score; });
    if (static_cast<int>(next.size()) > width) next.resize(width);
    beams = next;
  }
  return beams.front().tokens;
}

void run() {
  const Tensor p = ag::tensor(
      {{0.0, 0.6, 0.4, 0.0}, {0.0, 0.1, 0.5, 0.4}, {0.0, 0.05, 0.05, 0.9}, {0.0, 0.0, 0.0, 1.0}}, ag::float64);
  const Tensor q =
      ag::tensor({{0.0, 0.5, 0.5, 0.0}, {0.0, 0.8, 0.1, 0.1}, {0.0, 0.3, 0.6, 0.1}, {0.0, 0.0, 0.0, 1.0}}, ag::float64);
  for (const Tensor& table : {p, q}) {
    for (int width : {1, 2, 4}) {
      for (int token : decode(ag::log(table + 1e-9), width, 4)) std::cout << token << " ";
      std::cout << "\n";
    }
  }
}

}  // namespace beam_search

namespace viterbi {

AG_FUNCTION std::vector<int> most_likely_path(Tensor start, Tensor move, Tensor emit, std::vector<int> seen) {
  const int states = static_cast<int>(start.size()), n = static_cast<int>(seen.size());
  std::vector<std::vector<double>> best(n, std::vector<double>(states));
  std::vector<std::vector<int>> from(n, std::vector<int>(states, 0));
  for (int s = 0; s < states; ++s) best[0][s] = start[s].item<double>() * emit(s, seen[0]).item<double>();
  for (int t = 1; t < n; ++t) {
    for (int s = 0; s < states; ++s) {
      for (int r = 0; r < states; ++r) {
        const double p = best[t - 1][r] * move(r, s).item<double>() * emit(s, seen[t]).item<double>();
        if (p > best[t][s]) {
          best[t][s] = p;
          from[t][s] = r;
        }
      }
    }
  }
  int last = static_cast<int>(std::max_element(best[n - 1].begin(), best[n - 1].end()) - best[n - 1].begin());
  std::vector<int> path{last};
  for (int t = n - 1; t > 0; --t) path.push_back(last = from[t][last]);
  std::reverse(path.begin(), path.end());
  return path;
}

void run() {
  const Tensor start = ag::tensor({0.6, 0.4}, ag::float64),
               emit = ag::tensor({{0.5, 0.4, 0.1}, {0.1, 0.3, 0.6}}, ag::float64);
  for (const Tensor& move :
       {ag::tensor({{0.7, 0.3}, {0.4, 0.6}}, ag::float64), ag::tensor({{0.5, 0.5}, {0.5, 0.5}}, ag::float64)}) {
    for (const auto& seen : {std::vector<int>{0, 1, 2}, {2, 2, 0, 0}, {1, 2, 1, 0, 2}}) {
      for (int s : most_likely_path(start, move, emit, seen)) std::cout << (s ? "F" : "H");
      std::cout << "\n";
    }
  }
}

}  // namespace viterbi

namespace q_learning {

class Lcg {
 public:
  explicit Lcg(std::uint32_t seed) : state_(seed) {}
  double operator()() {
    state_ = state_ * 1664525u + 1013904223u;
    return state_ / 4294967296.0;
  }

 private:
  std::uint32_t state_;
};

// A corridor of cells; the last one has the prize.
AG_FUNCTION std::pair<Tensor, int> learn(Tensor q, int episodes, double epsilon, unsigned seed) {
  Lcg random(seed);
  const int cells = static_cast<int>(q.shape(0));
  int moves = 0;
  for (int e = 0; e < episodes; ++e) {
    int at = 0;
    for (int t = 0; t < 30; ++t) {
      int action = random() < epsilon ? static_cast<int>(random() * 2) : ag::argmax(q[at]).item<int>();
      const int next = std::clamp(at + (action == 1 ? 1 : -1), 0, cells - 1);
      const double reward = next == cells - 1 ? 1.0 : -0.01;
      q(at, action) += 0.5 * (reward + 0.9 * ag::max(q[next]) - q(at, action));
      at = next;
      ++moves;
      if (at == cells - 1) break;
    }
  }
  return {q, moves};
}

void run() {
  for (double epsilon : {0.0, 0.3}) {
    auto [q, moves] = learn(ag::zeros({4, 2}), 6, epsilon, 7);
    std::printf("%d moves", moves);
    for (float v : q.to_vector<float>()) std::printf(" %.9g", v);
    std::printf("\n");
  }
}

}  // namespace q_learning

namespace bandit {

struct Arm {
  double reward = 0;
  int pulls = 0;
  double bound(int total) const { return pulls == 0 ? 1e9 : reward / pulls + std::sqrt(2 * std::log(total) / pulls); }
};

AG_FUNCTION std::vector<int> pulls_of(Tensor rewards) {  // [arms, rounds]
  std::vector<Arm> arms(rewards.shape(0));
  for (int t = 0; t < rewards.shape(1); ++t) {
    auto chosen = std::max_element(arms.begin(), arms.end(),
                                   [t](const Arm& a, const Arm& b) { return a.bound(t + 1) < b.bound(t + 1); });
    const auto index = chosen - arms.begin();
    chosen->reward += rewards(index, t).item<double>();
    ++chosen->pulls;
  }
  std::vector<int> counts;
  for (const Arm& arm : arms) counts.push_back(arm.pulls);
  return counts;
}

void run() {
  const Tensor t = ag::arange(0.0, 12.0);
  const Tensor low = 0.2 + 0.1 * ag::sin(t), high = 0.9 + 0.1 * ag::cos(t), middle = ag::full({12}, 0.5);
  for (const Tensor& rewards :
       {ag::stack({low, high, middle}), ag::stack({middle, low, middle}), ag::stack({high, low, high})}) {
    for (int n : pulls_of(rewards)) std::cout << n << " ";
    std::cout << "\n";
  }
}

}  // namespace bandit

namespace confusion {

struct Counts {
  int tp = 0, fp = 0, tn = 0, fn = 0;
  Counts& operator+=(const Counts& o) {
    tp += o.tp;
    fp += o.fp;
    tn += o.tn;
    fn += o.fn;
    return *this;
  }
  double precision() const { return tp + fp == 0 ? 0.0 : double(tp) / (tp + fp); }
  double recall() const { return tp + fn == 0 ? 0.0 : double(tp) / (tp + fn); }
  double f1() const {
    const double p = precision(), r = recall();
    return p + r > 0 ? 2 * p * r / (p + r) : 0.0;
  }
};

Counts judged(double score, bool truth, double threshold) {
  if (score >= threshold) return truth ? Counts{.tp = 1} : Counts{.fp = 1};
  return truth ? Counts{.fn = 1} : Counts{.tn = 1};
}

AG_FUNCTION std::pair<double, double> best_threshold(Tensor scores, Tensor truth) {
  double best = 0, at = 0;
  for (double threshold = 0.1; threshold < 1; threshold += 0.2) {
    Counts counts;
    for (int i = 0; i < scores.size(); ++i) counts += judged(double(scores[i]), truth[i].item<bool>(), threshold);
    if (double f = counts.f1(); f > best) {
      best = f;
      at = threshold;
    }
  }
  return {best, at};
}

void run() {
  const Tensor scores = ag::tensor({0.05, 0.9, 0.4, 0.6, 0.75, 0.2}, ag::float64);
  for (const Tensor& truth :
       {ag::tensor({0, 1, 0, 1, 1, 0}), ag::tensor({1, 0, 0, 0, 1, 0}), ag::tensor({0, 0, 0, 0, 0, 0})}) {
    auto [f1, at] = best_threshold(scores, truth);
    std::printf("%.9g at %.3f\n", f1, at);
  }
}

}  // namespace confusion

namespace activations {

struct Relu {};
struct Leaky {
  double slope;
};
struct Clipped {
  double low, high;
};
using Activation = std::variant<Relu, Leaky, Clipped>;

template <class... F>
struct Overloaded : F... {
  using F::operator()...;
};

Tensor applied(const Activation& a, Tensor x) {
  return std::visit(Overloaded{[&](const Relu&) { return ag::relu(x); },
                               [&](const Leaky& l) { return ag::where(x > 0, x, l.slope * x); },
                               [&](const Clipped& c) { return ag::clip(x, c.low, c.high); }},
                    a);
}

AG_FUNCTION Tensor forward(Tensor x, std::vector<Activation> stages) {
  for (const Activation& a : stages) {
    x = applied(a, x);
    if (std::holds_alternative<Leaky>(a) && ag::min(x) < -1) x = x + 1;
    x = x * 1.5 - 0.5;
  }
  return x;
}

void run() {
  const Tensor x = ag::tensor({-3.0, -0.5, 0.0, 0.5, 2.0});
  const std::vector<std::vector<Activation>> nets = {
      {Relu{}}, {Leaky{0.1}, Relu{}}, {Leaky{0.6}, Clipped{-1, 1}, Leaky{0.5}}, {}};
  for (const auto& net : nets) {
    for (float v : forward(x, net).to_vector<float>()) std::printf("%.9g ", v);
    std::printf("\n");
  }
}

}  // namespace activations

namespace gru_decoder {

struct Cell {
  Tensor wz, wh, b;
  std::pair<Tensor, Tensor> operator()(Tensor state, Tensor input) const {
    Tensor both = ag::concat({state, input});
    Tensor gate = ag::sigmoid(ag::matmul(wz, both));
    Tensor fresh = ag::tanh(ag::matmul(wh, both) + b);
    state = (1 - gate) * state + gate * fresh;
    return {state, ag::softmax(state)};
  }
};

// Emits symbols until the end symbol 0 comes, or one is uncertain.
AG_FUNCTION std::string generate(Cell cell, Tensor state, int first, int limit) {
  static constexpr char alphabet[] = "#abc";
  std::string text;
  int symbol = first;
  while (static_cast<int>(text.size()) < limit) {
    auto [next, probabilities] = cell(state, ag::one_hot(symbol, 4));
    state = next;
    symbol = ag::argmax(probabilities).item<int>();
    if (symbol == 0) break;
    if (probabilities[symbol] < 0.3) {
      text += '?';
      break;
    }
    text += alphabet[symbol];
  }
  return text;
}

void run() {
  const Tensor w = ag::reshape(ag::sin(ag::arange(32) * 1.7), {4, 8}),
               v = ag::reshape(ag::cos(ag::arange(32) * 2.3) * 2.0, {4, 8});
  for (const Tensor& b :
       {ag::tensor({0.0, 0.2, 0.0, -0.2}), ag::tensor({1.0, 0.0, 0.3, 0.9}), ag::tensor({-1.0, 0.3, 0.4, 0.2})}) {
    for (int first : {1, 2, 3}) std::cout << "'" << generate({w, v, b}, ag::zeros({4}), first, 6) << "' ";
    std::cout << "\n";
  }
}

}  // namespace gru_decoder

int main(int argc, char** argv) {
  return natural::run_programs(argc, argv,
                               {{"nearest_neighbours", nearest_neighbours::run},
                                {"naive_bayes", naive_bayes::run},
                                {"decision_tree", decision_tree::run},
                                {"beam_search", beam_search::run},
                                {"viterbi", viterbi::run},
                                {"q_learning", q_learning::run},
                                {"bandit", bandit::run},
                                {"confusion", confusion::run},
                                {"activations", activations::run},
                                {"gru_decoder", gru_decoder::run}});
}
