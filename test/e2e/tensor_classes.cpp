// Classes whose fields are all tensors: with constructors, with operators that compute with numbers.
#include <utility>
#include <vector>

#include "harness.h"

using ag::Tensor;
using e2e::f64;
using e2e::run;

namespace tensor_classes_programs {
namespace {

struct Scaled {
  Tensor by;
  double operator()(double x) const { return by.item<double>() * x; }
};
AG_FUNCTION double called(Tensor x, double a) {
  Scaled f{x};
  while (f(a) > 1) a /= 2;
  return f(a) + a;
}

struct Dual {
  Tensor v, d;
};
bool operator<(const Dual& a, double b) { return bool(a.v < b); }
Dual operator*(const Dual& a, double b) { return {a.v * b, a.d * b}; }
AG_FUNCTION Tensor compared(Tensor x) {
  Dual y{x, x};
  while (y < 50.0) y = y * 2;
  return y.v - y.d / 2;
}

struct Level {
  Tensor height;
  explicit operator bool() const { return bool(height > 0); }
  explicit operator double() const { return height.item<double>(); }
};
AG_FUNCTION double converted(Tensor x) {
  Level level{x};
  int n = 0;
  while (level && n < 5) {
    level.height = level.height - 1;
    ++n;
  }
  return double(level) + n;
}

struct Halved {
  Tensor value;
  Halved(Tensor x) : value(x) {}
};
AG_FUNCTION Tensor made(Tensor x) {
  Halved h(x);
  while (h.value > 1) h.value = h.value / 2;
  return h.value;
}

class Bounds {
 public:
  Bounds() : low_(0.0), high_(1.0) {}
  Bounds(Tensor low, Tensor high) : low_(std::move(low)), high_(std::move(high)) {}
  void include(const Tensor& x) {
    if (x < low_) low_ = x;
    if (x > high_) high_ = x;
  }
  Tensor width() const { return high_ - low_; }

 private:
  Tensor low_, high_;
};
AG_FUNCTION Tensor bounded(Tensor x) {
  Bounds all;
  std::vector<Bounds> each(2);
  for (int i = 0; i < 4; ++i) {
    all.include(x * i);
    if (x > i) each[i % 2].include(x - i);
  }
  Bounds other = x > 2 ? all : Bounds(-x, x);
  return all.width() + each[0].width() * 10 + each[1].width() * 100 + other.width() * 1000;
}

}  // namespace
}  // namespace tensor_classes_programs

void e2e::tensor_classes() {
  using namespace tensor_classes_programs;
  for (const double x : {-1.5, 0.75, 2.5, 9.0}) {
    run("called", called, f64(x), 3.0);
    run("compared", compared, f64(x + 2));
    run("converted", converted, f64(x));
    run("made", made, f64(x));
    run("bounded", bounded, f64(x));
  }
}
