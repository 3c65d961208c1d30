// Programs that search among choices: knapsacks, forests of sets, orders, puzzles, texts.
#include <ag/ag.h>

#include <algorithm>
#include <array>
#include <bitset>
#include <cmath>
#include <cstdio>
#include <functional>
#include <iostream>
#include <iterator>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <queue>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "../programs.h"

using ag::Tensor;

namespace knapsack {

AG_FUNCTION std::pair<int, std::vector<bool>> pack(const Tensor& weights, const Tensor& values, int capacity) {
  const int n = static_cast<int>(weights.size());
  std::vector<std::vector<int>> best(n + 1, std::vector<int>(capacity + 1, 0));
  for (int i = 1; i <= n; ++i) {
    const int w = weights[i - 1].item<int>(), v = values[i - 1].item<int>();
    for (int c = 0; c <= capacity; ++c) {
      best[i][c] = best[i - 1][c];
      if (c >= w) best[i][c] = std::max(best[i][c], best[i - 1][c - w] + v);
    }
  }
  std::vector<bool> taken(n, false);
  int c = capacity;
  for (int i = n; i > 0; --i) {
    if (best[i][c] != best[i - 1][c]) {
      taken[i - 1] = true;
      c -= weights[i - 1].item<int>();
    }
  }
  return {best[n][capacity], taken};
}

void run() {
  const Tensor weights = ag::tensor({2, 3, 4, 5});
  for (const Tensor& values : {ag::tensor({3, 4, 5, 6}), ag::tensor({1, 1, 9, 1}), ag::tensor({10, 1, 1, 12})}) {
    for (int capacity : {5, 7}) {
      const auto [value, taken] = pack(weights, values, capacity);
      std::cout << value << " ";
      for (bool t : taken) std::cout << (t ? "x" : "-");
      std::cout << "\n";
    }
  }
}

}  // namespace knapsack

namespace union_find {

class Forest {
 public:
  explicit Forest(int n) : parent_(n), size_(n, 1) { std::iota(parent_.begin(), parent_.end(), 0); }
  int find(int x) {
    while (parent_[x] != x) {
      parent_[x] = parent_[parent_[x]];
      x = parent_[x];
    }
    return x;
  }
  bool unite(int a, int b) {
    a = find(a);
    b = find(b);
    if (a == b) return false;
    if (size_[a] < size_[b]) std::swap(a, b);
    parent_[b] = a;
    size_[a] += size_[b];
    return true;
  }
  int size_of(int x) { return size_[find(x)]; }

 private:
  std::vector<int> parent_, size_;
};

AG_FUNCTION std::pair<int, int> groups(Tensor pairs, int n) {
  Forest forest(n);
  int count = n;
  for (Tensor p : pairs)
    if (forest.unite(p[0].item<int>(), p[1].item<int>())) --count;
  int largest = 0;
  for (int i = 0; i < n; ++i) largest = std::max(largest, forest.size_of(i));
  return {count, largest};
}

void run() {
  for (const Tensor& pairs : {ag::tensor({{0, 1}, {2, 3}, {1, 0}}), ag::tensor({{0, 1}, {1, 2}, {3, 2}}),
                              ag::tensor({{4, 4}, {0, 4}, {4, 0}})}) {
    auto [count, largest] = groups(pairs, 5);
    std::cout << count << " groups, the largest of " << largest << "\n";
  }
}

}  // namespace union_find

namespace minimum_spanning_tree {

struct Edge {
  int a, b;
  double length;
  friend bool operator<(const Edge& x, const Edge& y) { return x.length < y.length; }
};

int root(const std::vector<int>& parent, int x) { return parent[x] == x ? x : root(parent, parent[x]); }

AG_FUNCTION double kruskal(Tensor points) {
  std::vector<Edge> edges;
  const int n = static_cast<int>(points.shape(0));
  for (int i = 0; i < n; ++i)
    for (int j = i + 1; j < n; ++j)
      edges.push_back({.a = i, .b = j, .length = ag::norm(points[i] - points[j]).item<double>()});
  std::sort(edges.begin(), edges.end());
  std::vector<int> parent(n);
  std::iota(parent.begin(), parent.end(), 0);
  double total = 0;
  for (const Edge& e : edges) {
    const int a = root(parent, e.a), b = root(parent, e.b);
    if (a == b) continue;
    parent[b] = a;
    total += e.length;
  }
  return total;
}

void run() {
  std::printf("%.9g\n", kruskal(ag::tensor({{0.0, 0.0}, {1.0, 0.0}, {0.0, 2.0}, {3.0, 3.0}}, ag::float64)));
  std::printf("%.9g\n", kruskal(ag::tensor({{0.0, 0.0}, {1.0, 1.0}, {2.0, 2.0}, {1.0, 0.0}}, ag::float64)));
  std::printf("%.9g\n", kruskal(ag::tensor({{5.0, 1.0}, {1.0, 5.0}, {0.0, 0.0}, {4.0, 4.5}}, ag::float64)));
}

}  // namespace minimum_spanning_tree

namespace edit_distance {

template <class T>
T least(T a, T b, T c) {
  return std::min(a, std::min(b, c));
}

AG_FUNCTION int distance(Tensor a, Tensor b) {
  const auto n = a.size(), m = b.size();
  std::vector<int> row(m + 1), next(m + 1);
  std::iota(row.begin(), row.end(), 0);
  for (int64_t i = 0; i < n; ++i) {
    next[0] = static_cast<int>(i) + 1;
    for (int64_t j = 0; j < m; ++j) {
      const int change = a[i].item<int>() == b[j].item<int>() ? 0 : 1;
      next[j + 1] = least(row[j] + change, row[j + 1] + 1, next[j] + 1);
    }
    std::swap(row, next);
  }
  return row[m];
}

Tensor letters(std::string_view text) { return ag::tensor(std::vector<int>(text.begin(), text.end())); }

void run() {
  for (auto [a, b] : {std::pair{"kitten", "sitting"}, {"flaw", "lawn"}, {"abc", "abc"}, {"abcd", "dcba"}})
    std::cout << a << " " << b << ": " << distance(letters(a), letters(b)) << "\n";
}

}  // namespace edit_distance

namespace n_queens {

bool place(const Tensor& forbidden, int row, std::vector<int>& queens, int& tried) {
  const int n = static_cast<int>(forbidden.shape(0));
  if (row == n) return true;
  for (int col = 0; col < n; ++col) {
    if (forbidden(row, col) > 0) continue;
    ++tried;
    bool attacked = false;
    for (int r = 0; r < row; ++r) {
      if (queens[r] == col || std::abs(queens[r] - col) == row - r) {
        attacked = true;
        break;
      }
    }
    if (attacked) continue;
    queens[row] = col;
    if (place(forbidden, row + 1, queens, tried)) return true;
  }
  return false;
}

AG_FUNCTION std::vector<int> solve(Tensor forbidden) {
  std::vector<int> queens(forbidden.shape(0), -1);
  int tried = 0;
  if (!place(forbidden, 0, queens, tried)) return {-1, tried};
  queens.push_back(tried);
  return queens;
}

void run() {
  Tensor board = ag::zeros({4, 4}, ag::int32);
  auto show = [&] {
    for (int q : solve(board)) std::cout << q << " ";
    std::cout << "\n";
  };
  show();
  board(0, 1) = 1;
  show();
  board(0, 2) = 1;
  show();
}

}  // namespace n_queens

namespace binary_search {

template <class Less>
int lower_bound_of(const Tensor& sorted, double value, Less less) {
  int low = 0, high = static_cast<int>(sorted.size());
  while (low < high) {
    const int middle = low + (high - low) / 2;
    if (less(sorted[middle].item<double>(), value))
      low = middle + 1;
    else
      high = middle;
  }
  return low;
}

AG_FUNCTION std::optional<int> found_at(Tensor sorted, Tensor wanted, bool descending) {
  const double value = wanted.item<double>();
  const int at = descending ? lower_bound_of(sorted, value, std::greater<double>())
                            : lower_bound_of(sorted, value, [](double a, double b) { return a < b; });
  if (at < sorted.size() && sorted[at] == wanted) return at;
  return std::nullopt;
}

void run() {
  const Tensor up = ag::tensor({1.0, 2.0, 4.0, 8.0, 16.0}, ag::float64);
  for (double v : {1.0, 3.0, 16.0, 20.0, 8.0}) {
    const auto a = found_at(up, ag::tensor(v, ag::float64), false),
               b = found_at(ag::flip(up), ag::tensor(v, ag::float64), true);
    std::cout << v << ": " << (a ? std::to_string(*a) : "no") << " " << b.value_or(-1) << "\n";
  }
}

}  // namespace binary_search

namespace longest_increasing {

AG_FUNCTION std::vector<double> subsequence(Tensor x) {
  const int n = static_cast<int>(x.size());
  std::vector<int> length(n, 1), previous(n, -1);
  int end = 0;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < i; ++j) {
      if (x[j] < x[i] && length[j] + 1 > length[i]) {
        length[i] = length[j] + 1;
        previous[i] = j;
      }
    }
    if (length[i] > length[end]) end = i;
  }
  std::vector<double> result;
  for (int i = end; i != -1; i = previous[i]) result.insert(result.begin(), x[i].item<double>());
  return result;
}

void run() {
  for (const Tensor& x : {ag::tensor({3.0, 1.0, 2.0, 5.0, 4.0, 6.0}), ag::tensor({5.0, 4.0, 3.0, 2.0, 1.0, 0.0}),
                          ag::tensor({0.5, 0.25, 1.5, 0.75, 2.5, 1.0})}) {
    for (double v : subsequence(x)) std::printf("%g ", v);
    std::printf("\n");
  }
}

}  // namespace longest_increasing

namespace simulated_annealing {

struct Random {
  unsigned state;
  double next() {
    state = state * 1103515245u + 12345u;
    return ((state >> 16) & 0x7fff) / 32768.0;
  }
};

double tour_length(const Tensor& d, const std::vector<int>& tour) {
  double sum = 0;
  for (std::size_t i = 0; i < tour.size(); ++i) sum += d(tour[i], tour[(i + 1) % tour.size()]).item<double>();
  return sum;
}

AG_FUNCTION std::pair<double, std::vector<int>> anneal(Tensor d, unsigned seed, double temperature) {
  Random random{seed};
  std::vector<int> tour(d.shape(0));
  std::iota(tour.begin(), tour.end(), 0);
  double now = tour_length(d, tour);
  auto best = std::pair(now, tour);
  for (int i = 0; i < 40; ++i, temperature *= 0.9) {
    const int a = static_cast<int>(random.next() * tour.size()), b = static_cast<int>(random.next() * tour.size());
    std::swap(tour[a], tour[b]);
    const double length = tour_length(d, tour);
    if (length < now || random.next() < std::exp((now - length) / temperature)) {
      now = length;
      if (now < best.first) best = {now, tour};
    } else {
      std::swap(tour[a], tour[b]);
    }
  }
  return best;
}

void run() {
  const Tensor p = ag::tensor({{0.0, 0.0}, {3.0, 1.0}, {0.0, 2.0}, {3.0, 3.0}, {1.0, 0.0}}, ag::float64);
  const Tensor d = ag::norm(ag::expand_dims(p, 0) - ag::expand_dims(p, 1), 2);
  for (unsigned seed : {1u, 2u}) {
    auto [length, tour] = anneal(d, seed, 1.0);
    std::printf("%.9g:", length);
    for (int c : tour) std::printf(" %d", c);
    std::printf("\n");
  }
}

}  // namespace simulated_annealing

namespace graph_colouring {

using Colours = std::map<int, std::string>;

AG_FUNCTION Colours coloured(const Tensor& adjacent) {
  static const std::vector<std::string> names = {"red", "green", "blue", "white"};
  const int n = static_cast<int>(adjacent.shape(0));
  Colours result;
  std::vector<int> chosen(n, -1);
  for (int v = 0; v < n; ++v) {
    std::vector<bool> used(names.size(), false);
    for (int u = 0; u < v; ++u)
      if (adjacent(v, u).item<int>() == 1) used[chosen[u]] = true;
    int colour = 0;
    while (used[colour]) ++colour;
    chosen[v] = colour;
    result[v] = names[colour];
  }
  return result;
}

void run() {
  const Tensor ring = ag::tensor({{0, 1, 0, 0, 1}, {1, 0, 1, 0, 0}, {0, 1, 0, 1, 0}, {0, 0, 1, 0, 1}, {1, 0, 0, 1, 0}});
  for (const Tensor& g : {ring, 1 - ag::eye(4, ag::int32), ag::zeros({3, 3}, ag::int32)}) {
    for (const auto& [vertex, name] : coloured(g)) std::cout << vertex << "=" << name << " ";
    std::cout << "\n";
  }
}

}  // namespace graph_colouring

namespace page_rank {

AG_FUNCTION std::pair<Tensor, int> ranks(Tensor links, double damping, double tolerance) {
  const int64_t n = links.shape(0);
  Tensor out = ag::sum(links, 1, ag::keepdims);
  Tensor p = ag::where(out > 0, links / ag::maximum(out, 1), 1.0 / n);
  Tensor rank = ag::full({n}, 1.0 / n, ag::float64);
  for (int round = 1;; ++round) {
    Tensor next = (1 - damping) / n + damping * ag::matmul(rank, p);
    const bool done = ag::max(ag::abs(next - rank)) < tolerance || round == 100;
    rank = next;
    if (done) return {rank, round};
  }
}

void run() {
  const Tensor a = ag::tensor({{0.0, 1.0, 1.0}, {0.0, 0.0, 1.0}, {1.0, 0.0, 0.0}}, ag::float64);
  const Tensor b = ag::tensor({{0.0, 1.0, 0.0}, {0.0, 0.0, 0.0}, {0.0, 1.0, 0.0}}, ag::float64);
  for (const Tensor& links : {a, b}) {
    for (double tolerance : {1e-2, 1e-9}) {
      auto [rank, rounds] = ranks(links, 0.85, tolerance);
      for (double r : rank.to_vector<double>()) std::printf("%.9g ", r);
      std::printf("%d\n", rounds);
    }
  }
}

}  // namespace page_rank

int main(int argc, char** argv) {
  return natural::run_programs(argc, argv,
                               {{"knapsack", knapsack::run},
                                {"union_find", union_find::run},
                                {"minimum_spanning_tree", minimum_spanning_tree::run},
                                {"edit_distance", edit_distance::run},
                                {"n_queens", n_queens::run},
                                {"binary_search", binary_search::run},
                                {"longest_increasing", longest_increasing::run},
                                {"simulated_annealing", simulated_annealing::run},
                                {"graph_colouring", graph_colouring::run},
                                {"page_rank", page_rank::run}});
}
