// The twin of a class derives from the twins of its bases.
#include <ag/ag.h>
using ag::Tensor;

struct Options {
  double tolerance = 1e-3;
  int most = 20;
};

struct Newton : Options {
  Tensor start;
  double last = 0;

  double root(double of) {
    double y = 1;
    for (int k = 0; k < most && y * y - of > tolerance; ++k) y = 0.5 * (y + of / y);
    last = y;
    return y;
  }
};

class Counter {
 public:
  Counter(double first, int from) : sum_(first), count_(from) {}
  void add(double x) {
    sum_ += x;
    if (x > 0) ++count_;
  }
  double mean() const { return sum_ / count_; }

 private:
  double sum_;
  int count_;
};

class Weighted : public Counter {
 public:
  explicit Weighted(double w) : Counter(w, 2), weight(w * 2) {}
  void put(double x) {
    add(x * weight);
    if (x > 1) weight *= 0.5;
  }
  double weight;
};

AG_CONVERT double f(Tensor t) {
  Newton newton{{.tolerance = 1e-6}, t};
  Weighted sum(0.5);
  while (newton.last < t) sum.put(newton.root(double(t)));
  return sum.mean() + sum.weight + newton.most;
}
