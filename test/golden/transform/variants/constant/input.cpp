#include <ag/ag.h>
using ag::Tensor;

static constexpr int limited(int n) noexcept;
constexpr double softened(double v) {
  if (v > 1) return 1 + (v - 1) / 3;  // flatter
  return v;
}
static constexpr inline int limited(int n) noexcept { return n > 4 ? 4 : n; }
consteval int two() { return 2; }

AG_FUNCTION Tensor f(Tensor x) {
  constexpr int most = softened(9) > 3 ? 4 + two() : 0;
  static_assert(most == 6);
  constexpr double flat = softened(4);
  return x + softened(double(x)) + limited(int(x)) * most + flat;
}
