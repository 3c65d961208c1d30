// Vectors that grow where a tensor decides, and maps and variants of tensors as state.
#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <variant>

#include "harness.h"

using ag::Tensor;

namespace lists_programs {
namespace {

AG_FUNCTION Tensor halves(Tensor x) {
  std::vector<Tensor> rows;
  while (ag::max(x) > 1) {
    rows.push_back(x);
    x = x / 2;
  }
  rows.push_back(x);
  return ag::stack(rows);
}

AG_FUNCTION std::pair<Tensor, int> collatz(Tensor n) {
  std::vector<int> trail;
  while (n > 1) {
    trail.push_back(int(n));
    n = n % 2 == 0 ? n / 2 : 3 * n + 1;
  }
  int sum = 0, largest = 0;
  for (const int v : trail) sum += v;
  for (size_t i = 0; i < trail.size(); ++i) largest = std::max(largest, trail[i]);
  if (trail.empty()) return {ag::tensor(trail), -1};
  const auto length = trail.size();
  return {ag::tensor(trail) + largest, sum + static_cast<int>(length) * 1000 + trail.front() - trail.back()};
}

// A stack machine: two lists that feed each other.
AG_FUNCTION std::vector<Tensor> sorted_out(Tensor x, int n) {
  std::vector<Tensor> large, small;
  large.reserve(8);
  for (Tensor row : x) {
    if (row > n) {
      large.push_back(row);
    } else {
      small.emplace_back(row * 2);
    }
  }
  while (!small.empty()) {
    auto top = small.back();
    small.pop_back();
    top = top + 1;
    large.push_back(top);
  }
  for (const Tensor& one : large) small.push_back(one);
  small.back() += 5;
  small[0] = small[small.size() - 1] + 1;
  return small;
}

AG_FUNCTION std::vector<double> smoothed(Tensor x, double least) {
  std::vector<double> values(2, 0.5);
  while (ag::sum(x) > least) {
    values.push_back(double(ag::max(x)));
    if (values.size() > 4) values[values.size() - 3] += 1;
    values[1] *= 2;
    ++values.back();
    x = x * 0.5;
    if (values.back() < 1.25) {
      values.clear();
      break;
    }
  }
  return values;
}

AG_FUNCTION Tensor joined(Tensor x, Tensor n) {
  auto parts = std::vector<Tensor>{x};
  for (int i = 0; i < n; ++i) parts.push_back(x * i);
  return ag::concat(parts) + parts[0][0] + ag::sum(ag::stack(parts, 1));
}

AG_FUNCTION Tensor nothing_to_stack(Tensor n) {
  std::vector<Tensor> parts;
  for (int i = 0; i < n; ++i) parts.push_back(ag::zeros({2}) + i);
  return n > 2 ? ag::stack(parts) : ag::concat(parts);
}

// Lists in a loop, and a lambda that fills one.
AG_FUNCTION Tensor nested(Tensor n, Tensor m) {
  std::vector<Tensor> all;
  int filled = 0;
  const auto fill = [&](Tensor value) {
    all.push_back(value);
    ++filled;
  };
  for (Tensor i : ag::range(n)) {
    std::vector<Tensor> row;
    for (Tensor j : ag::range(m)) {
      if (i == j) continue;
      row.push_back(i * 10 + j);
      if (row.size() == 2) break;
    }
    if (row.empty()) continue;
    while (row.size() < 2) row.push_back(-row.back());
    fill(ag::stack(row));
  }
  Tensor sum = 0;
  for (const auto& row : all) sum = sum + row[0] * row[1];
  return sum + filled;
}

// A depth-first walk over a tree in an array, with an explicit stack.
AG_FUNCTION Tensor visited(Tensor tree) {
  std::vector<int> open{0};
  Tensor order = 0;
  while (!open.empty()) {
    const int at = open.back();
    open.pop_back();
    if (at >= tree.shape(0)) continue;
    if (tree[at] < 0) continue;
    order = order * 10 + tree[at];
    open.push_back(2 * at + 2);
    open.push_back(2 * at + 1);
  }
  return order;
}

// The length is known where host values decide: nothing changes for the vector.
AG_FUNCTION Tensor powers(Tensor x, int count) {
  std::vector<Tensor> all;
  for (int i = 0; i < count; ++i) all.push_back(ag::pow(x, i));
  Tensor result = 0 * x;
  for (auto it = all.begin(); it != all.end(); ++it) result = result * 2 + *it;
  return result;
}

// As many elements as before, whatever the tensor decides.
AG_FUNCTION Tensor balanced(Tensor x) {
  std::vector<Tensor> window{x, x + 1};
  while (x < 10) {
    window.erase(window.begin());
    window.push_back(x * x);
    x = x + 3;
  }
  return window[0] * 100 + window[1];
}

AG_FUNCTION Tensor book(Tensor x) {
  std::map<std::string, Tensor> totals{{"even", x * 0}, {"odd", x * 0}};
  while (x > 0) {
    if (x % 2 == 0) {
      totals["even"] += x;
    } else {
      totals.at("odd") = totals.at("odd") * 2 + 1;
    }
    x -= 1;
  }
  return totals["even"] * 1000 + totals["odd"];
}

AG_FUNCTION Tensor alternative(Tensor x) {
  std::variant<int, Tensor> held = x + 1;
  if (x > 2) std::get<Tensor>(held) = x * 2;
  return std::get<Tensor>(held) + int(held.index());
}

/// A constant that nobody defines, and lists of numbers in braces.
struct Limits {
  static const int kMost = 3;
};
AG_FUNCTION Tensor listed(Tensor x) {
  int n = 0, m = 5;
  while (x > 1) {
    x = x / 2;
    n += Limits::kMost;
    --m;
  }
  if (n > Limits::kMost) x = x + 1;
  std::vector<int> both{n, m};
  const std::vector<std::vector<int>> rows = {{n, 1}, {m, 2}};
  both.push_back(n * Limits::kMost);
  int digits = 0;
  for (int e : both) digits = digits * 10 + e;
  for (const std::vector<int>& row : rows) digits = digits * 10 + row[0] - row[1];
  return x * digits;
}

/// Nothing needs the list where the branches end.
AG_FUNCTION Tensor left_behind(Tensor n) {
  std::vector<Tensor> list;
  list.push_back(-n);
  if (n > 2) {
    list.push_back(n);
    return n / 5;
  } else if (n % 7 != 1) {
    if (n == 0) list.push_back(n - 1);
  }
  return n / 3;
}

/// Objects of numbers that only a binding takes.
struct Chosen {
  Tensor value;
  unsigned count;
};
AG_FUNCTION Tensor bound(Tensor n) {
  auto [value, count] = n > 2 ? Chosen{n * n, 3u} : Chosen{n, unsigned(1)};
  auto [unused, none] = n > 1 ? Chosen{n + n, 0u} : Chosen{-n, unsigned(2)};
  return value + n;
}

struct Marked {
  Tensor value;
  bool mark;
};
AG_FUNCTION Tensor rebound(Tensor n) {
  Marked marked = Marked{n, true};
  auto [value, mark] = marked;
  mark = bool(n % 3 == 1);
  return mark ? value : value * 2;
}

/// A reference to what an optional holds.
AG_FUNCTION int64_t through_optional(Tensor n, int64_t given) {
  std::optional<int64_t> held = std::optional<int64_t>{given};
  if (n > 2) held = 40;
  if (held != std::nullopt) {
    int64_t& inside = (*held);
    inside += 2;
    if (n > 5) inside *= 2;
  }
  return held ? *held : -1;
}

/// Filled with symbolic numbers, and used as no list is: they stay vectors.
void grow(std::vector<double>& v, double by) {
  for (double& x : v) x += by;
  v.push_back(by);
}
AG_FUNCTION double filled(Tensor x) {
  std::vector<double> v;
  for (int i = 0; i < int(x.shape(0)); ++i) v.push_back(double(x[i]));
  double& first = v[0];
  if (x[1] > 0) first = 7;
  std::sort(v.begin(), v.end());
  int n = 0;
  while (v[n] < 2) ++n;
  std::swap(v[n], v[0]);
  grow(v, double(x[0]));
  double sum = double(v.size());
  for (double& e : v) sum = sum * 3 + (e > 6 ? e -= 1 : e);
  return sum;
}
AG_FUNCTION std::vector<int> exchanged(Tensor x) {
  std::vector<int> v;
  for (int i = 0; i < 3; ++i) v.emplace_back(int(x[i]));
  std::swap(v[0], v[2]);
  return v;
}

// Symbolic numbers in vectors whose length the host knows, used as only a vector can be.
AG_FUNCTION double median(Tensor x) {
  std::vector<double> values;
  for (int i = 0; i < 5; ++i) values.push_back(double(x[i]));
  std::sort(values.begin(), values.end());
  return values[2];
}

AG_FUNCTION double windows(Tensor x, int width) {
  std::vector<double> window, sums, all(2);
  double sum = 0;
  for (int i = 0; i < 5; ++i) {
    if (int(window.size()) == width) window.erase(window.begin());
    window.push_back(double(x[i]));
    sums.insert(sums.begin(), *std::max_element(window.begin(), window.end()));
    sum = 2 * sum + std::accumulate(window.begin(), window.end(), 0.0);
  }
  all.assign(3, sum);
  all.resize(5, sums[1]);
  if (x[0] > 1) all[0] = -1;
  std::vector<std::vector<double>> rows;
  for (int i = 0; i < 2; ++i) {
    std::vector<double> row;
    for (int j = 0; j <= i; ++j) row.push_back(double(x[j]) + i);
    rows.push_back(row);
  }
  return all[0] + all[2] / 8 + all[4] + sums[3] + 100 * rows[1][1];
}

template <class F>
Tensor if_large(F f, Tensor x) {
  if (ag::sum(x) > 2) x = f(x);
  return x;
}
/// In a lambda with `auto` parameters it is open which push_back is called.
AG_FUNCTION Tensor by_generic_lambda(Tensor x) {
  std::vector<Tensor> seen;
  seen.push_back(x);
  auto keep = [&](auto one) -> Tensor {
    seen.push_back(one + 1);
    return one * 2;
  };
  Tensor y = if_large(keep, x);
  while (y < 20) y = keep(y);
  return ag::sum(ag::stack(seen)) + y;
}

AG_FUNCTION Tensor of_known(Tensor x, int rows) {
  std::vector<int> extents;
  extents.push_back(rows);
  extents.insert(extents.begin(), 2);
  int count = 1;
  for (auto it = extents.begin(); it != extents.end(); ++it) count *= *it;
  return ag::reshape(x, {count}) * extents[0];
}

}  // namespace
}  // namespace lists_programs

void e2e::lists() {
  using namespace lists_programs;
  for (float a : {5.0F, 0.5F}) {
    e2e::run("filled", filled, ag::tensor({a, a - 2, 8.0F}));
    e2e::run("by_generic_lambda", by_generic_lambda, f32(a));
    e2e::run("exchanged", exchanged, ag::tensor({a, a - 2, 8.0F}));
  }
  for (double first : {3.0, 0.5}) {
    const Tensor five = ag::tensor({first, 1.0, 4.0, -1.0, 5.0});
    run("median", median, five);
    for (int width : {1, 3}) run("windows", windows, five, width);
  }
  run("of_known", of_known, ag::tensor({1.0, 2.0, 3.0, 4.0}), 2);
  for (int64_t n : {-1, 0, 1, 2, 3, 5, 6, 9}) {
    run("left_behind", left_behind, i64(n));
    run("bound", bound, i64(n));
    run("rebound", rebound, i64(n));
    run("through_optional", through_optional, i64(n), int64_t{7});
    run("collatz", collatz, i64(n));
    run("joined", joined, ag::tensor({1.5, 2.5}), i64(n));
    run("nothing_to_stack", nothing_to_stack, i64(n));
    run("balanced", balanced, i64(n));
    run("book", book, i64(n));
    run("alternative", alternative, i64(n));
    run("powers", powers, i64(n), 4);
    for (int64_t m : {0, 1, 2, 4}) run("nested", nested, i64(n), i64(m));
  }
  for (double x : {0.25, 1.0, 3.0, 100.0}) {
    run("listed", listed, Tensor(x));
    run("halves", halves, ag::tensor({x, 1.0}));
    run("smoothed", smoothed, ag::tensor({x, 0.75}), 0.5);
    run("smoothed", smoothed, ag::tensor({x, 0.75}), 3.0);
  }
  for (int n : {-10, 0, 2, 10}) run("sorted_out", sorted_out, ag::tensor({3, 1, 4, 1, 5}), n);
  run("visited", visited, ag::tensor({1, 2, 3, 4, -1, 6, 7}));
}
