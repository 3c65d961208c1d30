// Structures of the standard library whose types are deduced of parts that a tensor decides, and of parts that are
// known; their parts, named by type; and operators on them.
#include <array>
#include <optional>
#include <tuple>
#include <utility>
#include <vector>

#include "harness.h"

using ag::Tensor;

namespace deduced_parts_programs {
namespace {

/// Both are decided by the tensor.
std::pair<int, double> halvings(Tensor x) {
  int count = 0;
  double rest = double(x);
  while (rest > 1) {
    rest /= 2;
    ++count;
  }
  return {count, rest};
}

AG_FUNCTION double pairs(Tensor x) {
  auto [count, rest] = halvings(x);
  auto braced = std::pair{rest, 7};
  auto made = std::make_pair(8, rest);
  std::pair declared{9, rest};
  if (x > 3) {
    braced.second += count;
    made.first -= count;
    declared.first *= count;
  }
  auto [left, right] = std::pair(2, rest);
  if (x > 3) left += count;
  const auto both = std::make_pair(rest, count);
  return braced.first + braced.second * 10 + made.first * 100 + declared.first * 1000 + left * 1e4 + right +
         both.second;
}

AG_FUNCTION double tuples(Tensor x) {
  auto [count, rest] = halvings(x);
  auto made = std::make_tuple(x, 7, rest);
  auto [value, number, text] = std::tuple{x, 5, 'a'};
  if (x > 3) {
    std::get<1>(made) += count;
    number -= count;
    text = 'z';
  }
  std::tie(rest, count) = std::tuple(2.5, count + 1);
  return double(value) + std::get<1>(made) + std::get<2>(made) + number * 10 + text * 100 + rest + count;
}

AG_FUNCTION double nested(Tensor x) {
  auto [count, rest] = halvings(x);
  auto whole = std::pair{std::pair{rest, 7}, std::array{1, 2}};
  auto row = std::array{rest, 2.0};
  auto list = std::vector{rest, 3.0, 4.0};
  std::optional held{std::pair{rest, 6}};
  if (x > 3) {
    whole.first.second += count;
    whole.second[1] -= count;
    row[1] += count;
    list[2] *= count;
    held->second -= count;
  }
  return whole.first.second + whole.second[0] + whole.second[1] * 10 + row[0] + row[1] * 100 + list[2] * 1000 +
         held->second * 1e4;
}

AG_FUNCTION double given_by_lambdas(Tensor x) {
  auto [count, rest] = halvings(x);
  const auto beside = [&](int k) { return std::pair{rest, k}; };
  auto first = beside(4);
  auto chosen = x > 5 ? std::pair{rest, 1} : std::pair{rest * 2, 2};
  if (x > 3) {
    first.second += count;
    chosen.second += count;
  }
  return first.first + first.second * 10 + chosen.first + chosen.second * 100;
}

/// All of them are known until a tensor decides.
AG_FUNCTION int known_at_first(Tensor x) {
  auto made = std::make_tuple(1, 2);
  std::pair declared{3, 4};
  if (x > 3) std::get<0>(made) = declared.second = 7;
  return std::get<0>(made) + std::get<1>(made) * 10 + declared.first * 100 + declared.second * 1000;
}

std::tuple<int, double> typed(Tensor x) {
  int count = 0;
  while (x > 1) {
    x = x / 2;
    ++count;
  }
  return {count, double(x)};
}

AG_FUNCTION double parts_by_type(Tensor x) {
  std::tuple<int, double> held{1, 2.5};
  if (x > 3) std::get<int>(held) = 7;
  std::get<double>(held) *= 3;
  double& part = std::get<double>(held);
  if (x > 5) part += 1;
  const auto& number = std::get<int>(held);
  const auto given = typed(x);
  return std::get<double>(held) + number * 10 + std::get<int>(typed(x)) * 100 + std::get<double>(given);
}

using Vec3 = std::array<double, 3>;
Vec3 operator+(const Vec3& a, const Vec3& b) { return {a[0] + b[0], a[1] + b[1], a[2] + b[2]}; }
Vec3 operator*(double k, Vec3 a) {
  for (double& one : a) one *= k;
  return a;
}
Vec3& operator-=(Vec3& a, const Vec3& b) {
  for (size_t i = 0; i < a.size(); ++i) a[i] -= b[i];
  return a;
}
Vec3 operator-(const Vec3& a) { return {-a[0], -a[1], -a[2]}; }
double operator*(const Vec3& a, const Vec3& b) {
  double sum = 0;
  for (size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}
std::vector<Tensor> operator+(std::vector<Tensor> a, const std::vector<Tensor>& b) {
  for (size_t i = 0; i < a.size(); ++i) a[i] = a[i] + b[i];
  return a;
}

/// A ball that bounces between two walls.
AG_FUNCTION double operators(Tensor x) {
  Vec3 place{1, 2, 3}, speed{0.5, 0, double(x)};
  int steps = 0;
  while (place * place < 200 && steps < 30) {
    place = place + 0.125 * speed;
    if (place[2] > 5) {
      place[2] = 10 - place[2];
      speed[2] = -speed[2];
    }
    speed -= Vec3{0, 0.25, 0};
    ++steps;
  }
  const Vec3 back = Vec3{1, 0, 0} + -place;
  const Vec3 known = Vec3{1, 2, 3} + 2 * Vec3{1, 1, 1};
  const std::vector<Tensor> sums = std::vector<Tensor>{x, x} + std::vector<Tensor>{x, 2 * x};
  return back * Vec3{1, 10, 100} + steps + known[2] + double(sums[1]);
}

}  // namespace
}  // namespace deduced_parts_programs

void e2e::deduced_parts() {
  using namespace deduced_parts_programs;
  for (double x : {0.5, 4.0, 9.75}) {
    run("pairs", pairs, f64(x));
    run("tuples", tuples, f64(x));
    run("nested", nested, f64(x));
    run("given_by_lambdas", given_by_lambdas, f64(x));
    run("known_at_first", known_at_first, f64(x));
    run("parts_by_type", parts_by_type, f64(x));
    run("operators", operators, f64(x));
  }
}
