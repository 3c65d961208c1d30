#include <ag/ag.h>

#include <vector>
using ag::Tensor;

struct Dual {
  double value, slope;
  Dual(double v, double s = 0) : value(v), slope(s) {}
  friend Dual operator*(const Dual& a, const Dual& b) {
    return {a.value * b.value, a.value * b.slope + a.slope * b.value};
  }
  Dual& operator+=(const Dual& b) {
    value += b.value;
    slope += b.slope;
    return *this;
  }
};

AG_CONVERT double derivative(Tensor x) {
  Dual power = 1.0;
  const Dual at(x.item<double>(), 1);
  for (int i = 0; i < 3; ++i) {
    power = power * at;
    if (power.value > 20) power = 0.5 * power;
    power += 2.0;
  }
  Dual result = Dual(3);
  if (x > 1) result = power;
  std::vector<Dual> both = {Dual(1), result};
  return both[0].slope + both[1].slope;
}

AG_CONVERT Dual squared(Dual d, Tensor x) {
  if (x > 0) d = d * d;
  return d;
}
