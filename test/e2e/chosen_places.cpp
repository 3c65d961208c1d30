// Places that a tensor chooses: c ? a : b that is assigned to, references to elements, methods that change one, and
// what an algorithm found.
#include <algorithm>
#include <array>
#include <vector>

#include "harness.h"

using ag::Tensor;

namespace chosen_places_programs {
namespace {

struct Bin {
  double sum = 0;
  int count = 0;
  void add(double x) {
    sum += x;
    ++count;
  }
  double mean() const { return count > 0 ? sum / count : 0; }
  Bin& operator+=(double x) {
    add(x);
    return *this;
  }
  int take() { return count--; }
};
struct Cell {
  Tensor sum = 0.0;
  void add(Tensor x) { sum += x; }
};

AG_FUNCTION double bisected(Tensor x) {
  double low = 0, high = 8;
  while (high - low > 0.01) {
    double middle = (low + high) / 2;
    (middle * middle < double(x) ? low : high) = middle;
  }
  return low;
}
AG_FUNCTION Tensor two_sums(Tensor xs) {
  Tensor large = 0.0, small = 0.0;
  for (Tensor x : xs) (x > 1 ? large : small) += x;
  return large * 100 + small;
}
AG_FUNCTION int signs(Tensor xs) {
  int negative = 0, zero = 0, positive = 0;
  for (Tensor x : xs) ++(x < 0 ? negative : x > 0 ? positive : zero);
  return 100 * negative + 10 * zero + positive;
}
AG_FUNCTION double element_or_rest(Tensor x) {
  std::array<double, 2> first{};
  double rest = 0;
  int i = 0;
  while (i < int(x)) {
    (i < 2 ? first[i] : rest) += double(x) + i;
    ++i;
  }
  return first[0] + 10 * first[1] + 100 * rest;
}
AG_FUNCTION double chosen_by_host(Tensor x, bool first) {
  double a = 0, b = 0;
  (first ? a : b) = double(x);
  return a + 10 * b;
}
AG_FUNCTION double chosen_objects(Tensor x) {
  Bin a, b;
  const Bin c{1, 2};
  (x > 1 ? a : b) = c;
  return a.sum + 10 * b.sum;
}

AG_FUNCTION double balanced(Tensor xs) {
  std::vector<double> load(2, 0.0);
  for (Tensor x : xs) {
    auto least = std::min_element(load.begin(), load.end());
    *least += double(x);
  }
  return load[0];
}
AG_FUNCTION double found_and_changed(Tensor x) {
  std::array<double, 3> a{1, 2, 3};
  for (double& one : a) one *= double(x);
  *std::max_element(a.begin(), a.end()) = 0;
  auto zero = std::find(a.begin(), a.end(), 0.0);
  if (zero != a.end()) ++*zero;
  return a[0] + 10 * a[1] + 100 * a[2];
}

AG_FUNCTION double methods(Tensor xs) {
  std::vector<Bin> bins(3);
  Bin again[3];
  int taken = 0;
  for (Tensor x : xs) {
    int k = int(x) % 3;
    bins[k].add(double(x));
    again[k] += double(x);
    if (x > 2) taken += again[k].take();
  }
  return bins[2].sum + 10 * bins[1].mean() + 100 * again[0].count + 1000 * taken;
}
AG_FUNCTION Tensor methods_of_tensors(Tensor xs) {
  std::vector<Cell> cells(3);
  for (Tensor x : xs) cells[int(x) % 3].add(x);
  return cells[0].sum + 10 * cells[1].sum + 100 * cells[2].sum;
}

AG_FUNCTION double elements_referred_to(Tensor xs) {
  std::vector<Bin> bins(3);
  double counts[3] = {0, 0, 0};
  for (Tensor x : xs) {
    auto& bin = bins[int(x) % 3];
    bin.count++;
    if (x > 1) bin.sum += double(x);
    double& count = counts[int(x) % 3];
    count += 1;
    if (x > 2) count *= 2;
  }
  double sum = 0;
  for (Tensor x : xs) {
    const Bin& bin = bins[int(x) % 3];
    sum += bin.sum + bins[0].count;
  }
  return sum + counts[0] + 10 * counts[1] + 100 * counts[2];
}
AG_FUNCTION Tensor references_to_tensors(Tensor xs) {
  std::vector<Tensor> sums(3, Tensor(0.0));
  for (Tensor x : xs) {
    Tensor& sum = sums[int(x) % 3];
    sum = sum + x;
  }
  return sums[0] + 10 * sums[1] + 100 * sums[2];
}
AG_FUNCTION double references_to_rows(Tensor xs) {
  std::vector<std::vector<double>> grid(2, std::vector<double>(2));
  for (Tensor x : xs) {
    auto& row = grid[int(x) % 2];
    row[0] += 1;
    row[1] += double(x);
  }
  for (Tensor x : xs) {
    auto& last = grid[int(x) % 2][1];
    last += 1;
  }
  return grid[0][0] + 10 * grid[0][1] + 100 * grid[1][0] + 1000 * grid[1][1];
}

// References of which two may name one element, and one that sees what is written by another name.
struct Player {
  Tensor rating;
  int games = 0;
  void award(double by) {
    rating = rating + by;
    games += 2;
  }
};
struct Ball {
  double position = 0, velocity = 0;
};
AG_FUNCTION double elements_meet(Tensor x) {
  std::vector<Player> players;
  for (int k = 0; k < 3; ++k) players.push_back({x[k]});
  for (int m = 0; m < 3; ++m) {
    const int w = x[m].item<int>() % 3, b = x[2 - m].item<int>() % 3;
    auto& white = players[w];
    auto& black = players[b];
    Tensor gain = ag::exp(black.rating - white.rating);
    white.rating += gain;
    black.rating -= 2 * gain;
    if (white.rating.item<double>() > black.rating.item<double>()) {
      ++white.games;
      black.games += 3 * white.games;
    }
    white.award(0.5);
    black.award(white.games);
  }
  double sum = 0;
  for (const Player& p : players) sum = 2 * sum + p.rating.item<double>() + p.games;
  return sum;
}
AG_FUNCTION double numbers_transferred(Tensor x) {
  std::vector<double> money = {10, 20, 30};
  for (int k = 0; k < 3; ++k) {
    double& from = money[x[k].item<int>() % 3];
    double& to = money[x[2 - k].item<int>() % 3];
    const double part = from / 2;
    from -= part;
    to += part;
  }
  return money[0] + 7 * money[1] + 49 * money[2];
}
AG_FUNCTION double neighbouring_elements(Tensor x) {
  std::array<Ball, 4> balls{};
  int at = 0;
  while (at < 3 && x[at].item<double>() > 0) {
    Ball &a = balls[at], &b = balls[at + 1];
    a.velocity += 1;
    b.velocity = 2 * a.velocity;
    b.position = a.position + b.velocity;
    balls[0].position += 1;
    for (int k = 0; k < 2; ++k) a.position += b.position;
    ++at;
  }
  return balls[0].velocity + 3 * balls[1].position + 9 * balls[2].position + balls[0].position;
}
AG_FUNCTION double element_observed(Tensor x) {
  Ball balls[3];
  const int k = x[0].item<int>();
  const Ball& seen = balls[k];
  balls[1].velocity = 5;
  balls[k].position += 2;
  double total = seen.velocity + 10 * seen.position;
  if (x[1].item<double>() > 1) balls[k].velocity = 9;
  return total + 100 * seen.velocity;
}
AG_FUNCTION double elements_assigned(Tensor x) {
  std::vector<Ball> balls(3);
  Ball& a = balls[x[0].item<int>()];
  Ball& b = balls[x[1].item<int>()];
  a = {1, 2};
  b = {a.velocity, 4};
  a = Ball{b.position + a.velocity, 5};
  return balls[0].position + 3 * balls[1].position + 5 * balls[2].velocity;
}
struct Node {
  int feature;
  double threshold;
  int left, right;
  double value;
};
constexpr Node kTree[] = {{0, 2.5, 1, 2, 0}, {-1, 0.5, 3, 4, 1}, {-1, 1.5, 5, 6, 2}};
constexpr std::array<Node, 3> kNodes = {{{0, 2.5, 1, 2, 0}, {-1, 0.5, 3, 4, 1}, {-1, 1.5, 5, 6, 2}}};
AG_FUNCTION double leaf_of_array(Tensor x) {
  int at = 0;
  while (kTree[at].feature >= 0) {
    const Node& node = kTree[at];
    at = x[node.feature].item<double>() < node.threshold ? node.left : node.right;
  }
  const auto& leaf = kTree[at];
  return leaf.value;
}
AG_FUNCTION double leaf_of_constant(Tensor x) {
  int at = 0;
  while (kNodes[at].feature >= 0) {
    const auto& node = kNodes[at];
    at = x[node.feature].item<double>() < node.threshold ? node.left : node.right;
  }
  const Node& value = kNodes[at];
  return value.value;
}
AG_FUNCTION double leaf_of_static(Tensor x) {
  static constexpr Node own[] = {{0, 2.5, 1, 2, 0}, {-1, 0.5, 3, 4, 1}, {-1, 1.5, 5, 6, 2}};
  int at = 0;
  for (;;) {
    const Node& node = own[at];
    if (node.feature < 0) return node.value;
    at = x[node.feature].item<double>() < node.threshold ? node.left : node.right;
  }
}
AG_FUNCTION double part_of_element(Tensor x) {
  Ball balls[3];
  const int k = x[0].item<int>(), j = x[1].item<int>();
  Ball &a = balls[k], &b = balls[1];
  a.position += 1;
  b.velocity = 3 * a.position;
  b.position -= balls[j].velocity;
  return balls[0].position + 3 * balls[1].position + a.velocity;
}

double threshold = 2.5;
int steps = 3;
Tensor limit = 1.5;
AG_FUNCTION Tensor chosen_by_outside(Tensor x) {
  Tensor above = x, below = x + 1;
  int low = 1, high = 2;
  ((x >= threshold) ? above : below) += 2;
  ((steps > 2) ? above : below) += 3;
  ((x > 1 && x < limit) ? above : below) = x * 2;
  ++((x > steps) ? high : low);
  limit = limit + 1;
  if (x > 2) steps -= 1;
  ((x >= limit || steps > 2) ? above : below) += limit;
  return above * 3 + below + low * 5 + high;
}

}  // namespace
}  // namespace chosen_places_programs

void e2e::chosen_places() {
  using namespace chosen_places_programs;
  for (const double x : {0.0, 1.0, 2.5, 4.0}) {
    run("bisected", bisected, f64(x));
    run("element_or_rest", element_or_rest, f64(x));
    run("chosen_objects", chosen_objects, f64(x));
    run("chosen_by_host", chosen_by_host, f64(x), true);
    run("chosen_by_host", chosen_by_host, f64(x), false);
    run("found_and_changed", found_and_changed, f64(x));
    run("chosen_by_outside", chosen_by_outside, f64(x));
  }
  const Tensor xs = ag::tensor({3.0, 1.0, 2.5, 4.0, 0.0}, ag::float64);
  run("two_sums", two_sums, xs);
  run("signs", signs, xs - 2.5);
  run("balanced", balanced, xs);
  run("methods", methods, xs);
  run("methods_of_tensors", methods_of_tensors, xs);
  run("elements_referred_to", elements_referred_to, xs);
  run("references_to_tensors", references_to_tensors, xs);
  run("references_to_rows", references_to_rows, xs);
  for (const Tensor& at : {ag::tensor({0., 1., 2.}), ag::tensor({1., 1., 1.}), ag::tensor({2., 1., 0.})}) {
    run("elements_meet", elements_meet, at);
    run("numbers_transferred", numbers_transferred, at);
    run("neighbouring_elements", neighbouring_elements, at);
    run("element_observed", element_observed, at);
    run("elements_assigned", elements_assigned, at);
    run("leaf_of_array", leaf_of_array, at);
    run("leaf_of_constant", leaf_of_constant, at);
    run("leaf_of_static", leaf_of_static, at);
    run("part_of_element", part_of_element, at);
  }
}
