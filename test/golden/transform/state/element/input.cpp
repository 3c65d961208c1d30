#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x, Tensor n) {
  Tensor y = x;
  for (Tensor i : ag::range(n)) {
    if (y[i] > 3) y[i] = y[i] * 10;
    else y[0] += 1;
  }
  return y;
}
