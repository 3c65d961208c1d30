#include <ag/ag.h>

#include <array>
#include <tuple>
#include <utility>
using ag::Tensor;

using Vec2 = std::array<double, 2>;
Vec2 operator+(const Vec2& a, const Vec2& b) { return {a[0] + b[0], a[1] + b[1]}; }

AG_FUNCTION Tensor f(Tensor x) {
  int n = 0;
  double rest = 1;
  while (x > 1) {
    x = x / 2;
    rest = rest / 2 + n++;
  }
  auto both = std::pair{n, rest};
  auto one = std::pair{n, 7};
  auto [left, right] = std::make_tuple(8, rest);
  std::pair declared{rest, 9};
  auto row = std::array{rest, 2.0};
  std::tuple<int, double> typed{n, 3.5};
  std::get<int>(typed) += 2;
  const Vec2 sum = Vec2{rest, 1} + Vec2{2, 3};
  return x + both.first + one.second + left + right + declared.second + row[1] + std::get<double>(typed) + sum[0];
}

// How long something is, is no symbolic number.
AG_FUNCTION Tensor lengths(Tensor x, std::array<int, 2> a) {
  const int n = int(x);
  auto [length, less] = x > 0 ? std::array{int(a.size()), n - 1} : a;
  return Tensor(length + less);
}
