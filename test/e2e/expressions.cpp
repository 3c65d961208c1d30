// Forms that are legal and seldom: the comma, variables that a condition declares, parts by reference, optionals of
// structures, exchanged containers, rvalue references, functions that give constants, predicates that
// are tensors, and directives inside of statements.
#include <algorithm>
#include <array>
#include <concepts>
#include <iterator>
#include <map>
#include <memory>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "harness.h"

using ag::Tensor;

namespace expressions_programs {
namespace {

AG_FUNCTION Tensor commas(Tensor x) {
  int n = 0;
  if (n++, x > 0.2) n *= 2;
  if (int k = int(x); n += k, n > 2) {
    n += 10;
  } else if (n--, x < -1) {
    n += 100;
  }
  switch (n++, int(x)) {
    case 1:
      n += 1000;
      break;
    default:
      n += 2000;
  }
  while (n++, x > 0.5) x = x / 2;
  x = (n += 1, bool(x > 0.3)) ? (n++, x + n) : x - n;
  return x + n;
}

int limit = 3, looks = 0;

AG_FUNCTION Tensor commas_outside(Tensor x) {
  if (x = x + 1, limit > 2) x = x * 2;
  for (int i = 0; x = x + 1, i < limit; ++i) x = x + i;
  switch (++looks, limit) {
    case 3:
      x = x + 100;
  }
  return (++looks, limit > 2) ? x : -x;
}

AG_FUNCTION Tensor declared_numbers(Tensor x) {
  double seen = 0;
  while (bool large = bool(x > 4)) {
    x = x / 2;
    seen += large;
  }
  while (int m = int(x)) {
    if (m < 0) {
      x = x + 1;
      continue;
    }
    x = x - 1;
    seen += m;
    if (seen > 9) break;
  }
  for (int i = 0; int left{int(x) + 3 - i}; ++i) seen += left;
  return x * 100 + seen;
}

struct Layer {
  std::vector<double> weights;
  std::array<Tensor, 2> rows;
  int hits[2] = {0, 0};
};

AG_FUNCTION Tensor parts_by_reference(Tensor x) {
  Layer layer{{1, 2}, {x, x + 1}};
  std::vector<Layer> stack{layer, layer};
  std::map<int, std::vector<Tensor>> groups{{1, {x, x}}};
  double table[2][3] = {{1, 2, 3}, {4, 5, 6}};
  for (double& w : layer.weights) {
    if (x > w) w = -w;
  }
  for (Tensor& row : layer.rows) {
    if (row > 2) break;
    row = row + 1;
  }
  for (Layer& one : stack) {
    for (auto& row : one.rows) {
      if (row < 3) row = row * 2;
    }
    for (int& count : one.hits) {
      ++count;
      if (one.rows[0] > 3) ++count;
    }
  }
  for (auto& [key, list] : groups) {
    for (Tensor& one : list) {
      if (one > key) one = one - key;
    }
  }
  for (auto& row : table) {
    for (double& cell : row) {
      if (x > cell) continue;
      cell += 10;
    }
  }
  double sum = 0;
  for (const auto& row : table) {
    for (double cell : row) sum += cell;
  }
  return layer.weights[0] + layer.rows[0] + stack[1].rows[0] * 10 + stack[0].hits[0] + stack[1].hits[1] * 100 +
         groups[1][0] + sum;
}

class Rows {
 public:
  explicit Rows(Tensor x) : rows_{{x, x + 1}, {x - 2}} {}
  Tensor doubled_until(Tensor x) {
    for (auto& group : rows_) {
      for (Tensor& row : group) {
        if (row > x) return row;
        row = row * 2;
      }
    }
    return rows_[0][0] + rows_[0][1] * 10 + rows_[1][0] * 100;
  }

 private:
  std::vector<std::vector<Tensor>> rows_;
};

AG_FUNCTION Tensor parts_of_members(Tensor x) {
  Rows rows(x);
  return rows.doubled_until(x + 5) + rows.doubled_until(x * 3);
}

struct Best {
  int rounds;
  double error;
  Tensor at;
  std::vector<double> trail;
};

AG_FUNCTION Tensor optional_members(Tensor x) {
  std::optional<Best> best = Best{1, 2.0, x, {1, 2}};
  if (x > 1) {
    best->rounds += 4;
    best->trail[1] = 7;
  }
  while (best->at < 5) {
    best->at = best->at + 2;
    best->error *= 2;
    best.value().rounds++;
    (*best).trail[0] -= 1;
  }
  for (double& one : best->trail) {
    if (one > 1) one = 0.5;
  }
  return best->at + best->rounds * 100 + best->error * 1000 + best->trail[0] + best->trail[1];
}

struct Choice {
  int index;
  double score;
};

AG_FUNCTION Tensor optional_structures(Tensor x) {
  std::optional<Choice> choice;
  std::optional<double> most, other;
  if (x > 1) choice = Choice{3, 0.5};
  if (x > 5) choice->index += 4;
  if (x < -2) choice.emplace(Choice{9, 9});
  for (int i = 0; i < 3; ++i) {
    if (!most || x * i > most.value_or(0)) most = double(x * i);
  }
  if (x > 2) std::swap(most, other);
  if (choice) return x + choice->index * 10 + choice->score + most.value_or(-1000) + other.value_or(-5000);
  return x - 1 + most.value_or(0.5);
}

AG_FUNCTION Tensor exchanged(Tensor x) {
  std::vector<int> a{1, 2, 3}, b{4, 5, 6};
  std::array<double, 2> c{1, 2}, d{3, 4};
  if (x > 1) {
    a.swap(b);
    c.swap(d);
    std::swap(c, d);
    d.swap(c);
  }
  if (x > 3) std::swap(a[0], b[1]);
  return x + a[0] + b[1] * 100 + c[0] * 1000 + d[1] * 10000;
}

AG_FUNCTION Tensor tied(Tensor x) {
  std::tuple<int, double, Tensor> all{0, 1.0, x};
  std::pair<int, Tensor> two{1, x};
  int n = 0;
  double value = 0;
  Tensor z;
  if (x > 1) {
    std::get<0>(all) = 7;
    two = {9, x + 1};
  }
  std::tie(n, value, std::ignore) = all;
  std::tie(n, z) = two;
  if (x > 2) std::tie(n, std::ignore, z) = all;
  return z + n * 1000 + value;
}

AG_CONVERT void advanced(Tensor&& x, Tensor&& y, int by) {
  if (x > by) x = x * 2;
  while (y < 4) y = y + by;
}

AG_CONVERT Tensor taken(std::unique_ptr<double> scale, int least, std::vector<Tensor>&& rows) {
  if (rows[0] > least) rows[0] = rows[0] * *scale;
  return rows[0];
}

AG_FUNCTION Tensor rvalues(Tensor x) {
  Tensor a = x, b = x;
  advanced(std::move(a), std::move(b), 1);
  if (x > 2) advanced(std::move(a), static_cast<Tensor&&>(b), int(x));
  std::vector<Tensor> rows{x};
  const Tensor first = taken(std::make_unique<double>(2.5), int(x), std::move(rows));
  return a * 10 + b + first + rows[0] * 100 + taken(std::make_unique<double>(1.5), 1, {x});
}

static constexpr int limited(int n) noexcept;
constexpr double softened(double v) {
  if (v > 1) return 1 + (v - 1) / 3;
  return v;
}
static constexpr inline int limited(int n) noexcept { return n > 4 ? 4 : n; }
consteval int two() { return 2; }
template <class T>
constexpr T cubed(T v) {
  if (v > 1) return v * v * v;
  return v;
}
template <std::integral T>
[[nodiscard]] constexpr T common(T a, T b) {
  while (b) {
    const T rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}
template <std::floating_point T>
constexpr T common(T a, T b) {
  return a < b ? a : b;
}

AG_FUNCTION Tensor constants(Tensor x) {
  constexpr int most = limited(9) + two() + cubed(2);
  static_assert(most == 14 && common(12, 18) == 6);
  constexpr double flat = softened(4);
  std::array<double, limited(3)> table{flat, 1};
  switch (int(x)) {
    case limited(1):
      table[2] = 5;
  }
  return x + softened(double(x)) + limited(int(x)) * most + table[0] + table[2] + cubed(double(x)) + common(int(x), 6) +
         common(double(x), 0.5);
}

AG_FUNCTION Tensor tensor_predicates(Tensor x) {
  std::vector<double> w{3, 1, 2};
  w[0] = double(x);
  const int few = int(std::count_if(w.begin(), w.end(), [&](double v) { return x > v; }));
  const bool all = std::all_of(w.begin(), w.end(), [&](double v) { return x > v; });
  const bool any = std::any_of(w.begin(), w.end(), [&](double v) { return x * v > 4; });
  const auto at = std::find_if(w.begin(), w.end(), [&](double v) { return x < v; }) - w.begin();
  std::replace_if(w.begin(), w.end(), [&](double v) { return x + v > 5; }, 0.5);
  return x + w[0] + w[1] + w[2] + few * 100 + all * 1000 + any * 2000 + double(at) * 10;
}

AG_FUNCTION Tensor sizes(Tensor x) {
  int v[4] = {1, 2, 3, int(x)};
  std::array<double, 3> a{1, 2, 3};
  std::vector<int> w{1, 2};
  if (x > 1) {
    v[0] = 9;
    a[1] = 4;
    w[0] = 3;
  }
  std::vector<int> z(std::size(v));
  for (std::size_t i = 0; i < std::size(w); ++i) z[i] = v[i] + w[i];
  return x + double(std::size(v) + std::ssize(a)) + z[0] + z[3] + a[1] + (std::empty(w) ? 1 : 0);
}

AG_FUNCTION Tensor functions_of_numbers(Tensor x) {
  int n = int(x);
  auto far = [&] { return n > 2 || x < 0; };
  auto [i, y] = ag::while_loop([&](Tensor i, Tensor y) { return i < n && y < 100; },
                               [](Tensor i, Tensor y) { return std::tuple(i + 1, y * 2); }, 0, x);
  const Tensor first = ag::cond(far(), [&] { return n; }, [&]() -> int { return n * 2; });
  const Tensor second = ag::cond(ag::cond(x > 3, far, [] { return true; }), [&] { return 1.5; }, [&] { return 2.5; });
  return y + i * 10 + first * 100 + second;
}

AG_FUNCTION Tensor with_directives(Tensor x) {
  int n = 0;
  while (x > 1  // large
#if 1
         && n < 3
#else
         && n < 4
#endif
  ) {
    x = x / 2;
    ++n;
  }
  return x > 0
#ifdef NDEBUG
             ? x + n
#else
             ? x + n + 0
#endif
             : x - 1;
}

AG_FUNCTION Tensor pushed_structures(Tensor x) {
  std::vector<Choice> choices, others;
  std::vector<std::pair<double, int>> pairs;
  std::vector<std::vector<double>> rows;
  Choice one{1, 2};
  others.push_back(one);
  others.emplace_back(Choice{3, 4});
  for (int i = 0; i < 3; ++i) {
    choices.push_back(one);
    if (x > i) one.index += 5;
    choices.push_back({i, double(x) * i});
    pairs.emplace_back(double(x) * (i - 1), i);
    pairs.push_back(std::make_pair(1.0, int(x)));
    rows.push_back({double(x), 1.0 * i});
  }
  if (x > 2) choices[1].score = 7;
  for (auto& [value, count] : pairs) {
    if (x > value) count += 100;
  }
  return x + choices[0].index + choices[1].score + choices[4].index * 10 + others[1].index + pairs[0].second +
         pairs[3].second + rows[2][0] * rows[2][1] + double(choices.size());
}

}  // namespace
}  // namespace expressions_programs

void e2e::expressions() {
  using namespace expressions_programs;
  for (double x : {0.0, 0.4, 1.0, 2.5, -3.0, 7.0}) {
    run("commas", commas, f64(x));
    run("commas_outside", commas_outside, f64(x));
    run("declared_numbers", declared_numbers, f64(x));
    run("parts_by_reference", parts_by_reference, f64(x));
    run("parts_of_members", parts_of_members, f64(x));
    run("optional_members", optional_members, f64(x));
    run("optional_structures", optional_structures, f64(x));
    run("exchanged", exchanged, f64(x));
    run("tied", tied, f64(x));
    run("rvalues", rvalues, f64(x));
    run("constants", constants, f64(x));
    run("pushed_structures", pushed_structures, f64(x));
    run("tensor_predicates", tensor_predicates, f64(x));
    run("sizes", sizes, f64(x));
    run("functions_of_numbers", functions_of_numbers, f64(x));
    run("with_directives", with_directives, f64(x));
  }
}
