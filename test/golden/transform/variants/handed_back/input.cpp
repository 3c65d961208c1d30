#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT bool improve(Tensor& x, int& n, double& best) {
  if (ag::sum(x) > best) {
    best = double(ag::sum(x));
    n += 2;
    x = x / 2;
    return true;
  }
  return false;
}
AG_FUNCTION void settle(Tensor& x, int& n, double tolerance) {
  double best = tolerance;
  while (improve(x, n, best)) {
    if (n > 20) return;
    best = best / 3;
  }
}
