#include <ag/ag.h>

#include <array>
using ag::Tensor;

class Interval {
 public:
  Interval(double low, double high) : low_(low), high_(high) {}
  double middle() const {
    const double &a = low_, &b = high_;
    return 0.5 * (a + b);
  }
  void widen(Tensor x) {
    double& high = high_;
    if (x > 0) high += 1;
  }

 private:
  double low_, high_;
};

struct Weights {
  std::array<double, 3> values{1, 2, 3};
  Tensor x;

  void decay(Tensor y) {
    double& first = values[0];
    first *= 2;
    for (double& value : values) {
      if (x > y) value *= 0.5;
    }
  }
};

AG_FUNCTION double f(Tensor x) {
  Interval interval(0, 1);
  interval.widen(x);
  Weights weights{.x = x};
  weights.decay(x);
  return interval.middle() + weights.values[1];
}
