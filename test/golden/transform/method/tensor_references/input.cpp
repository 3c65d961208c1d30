#include <ag/ag.h>
using ag::Tensor;

struct Sum {
  const Tensor& x;
  double s = 0;

  void add(int i) { s += x[i].item<double>(); }
};

AG_FUNCTION double f(Tensor x, int n) {
  Sum sum{x};
  for (int i = 0; i < n; ++i) {
    if (x[i] > 0) sum.add(i);
    x = x + 1;
  }
  return sum.s;
}
