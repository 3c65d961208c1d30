#include <ag/ag.h>
using ag::Tensor;

struct Sum {
  double total = 0;
  int count = 0;

  template <class T>
  void add(T value) {
    if (value > 0) {
      total += value;
      ++count;
    }
  }
};

struct Capped {
  static double scale(double v) {
    if (v > 1) return 1;
    return v;
  }
};
template <class P>
double scaled(double v) {
  return P::scale(v) + 0.5;
}

AG_FUNCTION double f(Tensor x) {
  Sum sum;
  sum.add(double(x));
  sum.add(int(x));
  sum.add(3);
  return sum.total / sum.count + scaled<Capped>(double(x));
}
