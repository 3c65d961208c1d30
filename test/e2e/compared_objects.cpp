// Objects that the compiler compares, and that become numbers by a conversion of their own.
#include <array>
#include <cmath>
#include <compare>

#include "harness.h"

using ag::Tensor;

namespace compared_objects_programs {
namespace {

struct Inner {
  int k = 0;
  auto operator<=>(const Inner&) const = default;
};
struct Pair {
  double a = 0;
  Inner inner;
  friend bool operator==(const Pair&, const Pair&) = default;
  friend auto operator<=>(const Pair&, const Pair&) = default;
};
struct Unordered {
  float f = NAN;
  unsigned u = 1;
  std::partial_ordering operator<=>(const Unordered&) const = default;
};
template <class T>
struct Both {
  T a{}, b{};
  bool operator==(const Both&) const = default;
  operator T() const { return a + b; }
};
AG_FUNCTION Tensor comparisons(Tensor x) {
  Pair p, q, same, other;
  std::array<Pair, 2> all{};
  Unordered u, w;
  Both<double> both, none;
  if (x > 1) {
    p.a = 2;
    all[1].inner.k = 3;
    w.f = 1;
    w.u = 2;
    if (x > 2) u.f = 1;
    both.a = 1;
  }
  Tensor y = x * 0;
  if (p == q) y = y + 1;
  if (p != q) y = y + 2;
  if (p < q || all[0] < all[1]) y = y + 4;
  if (all[0] <= q && q >= all[1]) y = y + 8;
  const bool more = p > q;
  if (more != (all[1].inner == q.inner)) y = y + 16;
  if (u < w) y = y + 32;
  if (u >= w) y = y + 64;
  if (u == w) y = y + 128;
  if (both == none) y = y + 256;
  if (same == other) y = y + 512;
  return y;
}

class Mean {
 public:
  Mean() = default;
  explicit Mean(double first) : sum_(first) {}
  void add(double v) {
    sum_ += v;
    ++n_;
  }
  explicit operator bool() const { return sum_ > 1; }
  operator double() const;

 private:
  double sum_ = 0;
  int n_ = 1;
};
Mean::operator double() const {
  if (n_ > 2) return sum_ / n_;
  return sum_;
}
enum class Mode { Low, Middle, High };
struct Level {
  int n = 0;
  operator Mode() const { return n > 1 ? Mode::High : Mode::Low; }
};
double halved(double v) { return v > 1 ? v / 2 : v; }
float taken(const Mean& mean) { return mean; }
AG_FUNCTION Tensor conversions(Tensor x) {
  Mean p, q(3);
  Level level;
  Both<float> both;
  if (x > 1) {
    p.add(5);
    level.n = 2;
    both.b = 2;
  }
  while (x > 2) {
    p.add(p);
    x = x / 2;
  }
  double r = p;
  r += q;
  r = r + halved(p) + (p > 2 ? p : q) + static_cast<double>(p) + double(q) + int(p) + taken(p) + std::sqrt(p);
  if (p && !q) r += 1;
  if (!p || q > p) r += 100;
  const Mode mode = level;
  if (mode == Mode::High) r += 1000;
  switch (level) {
    case Mode::Low:
      r += 2000;
      break;
    default:
      break;
  }
  const std::pair<int, double> made(1, p);
  return x * r + p * 2 + made.second + both * 1.0F;
}
AG_FUNCTION Tensor library_converts(Tensor x) {
  Mean mean(2);
  std::pair<int, double> made(1, mean);
  if (x > 1) made.first += 2;
  return x * made.first + made.second;
}

}  // namespace
}  // namespace compared_objects_programs

void e2e::compared_objects() {
  using namespace compared_objects_programs;
  for (const double x : {0.5, 1.5, 3.25, 9.0}) {
    run("comparisons", comparisons, f64(x));
    run("conversions", conversions, f64(x));
    run("library_converts", library_converts, f64(x));
  }
}
