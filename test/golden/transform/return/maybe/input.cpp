#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor a, Tensor b) {
  Tensor y = 1;
  if (a > 0) {
    if (b > 2) return a;
    y += 1;
  }
  y = y * 2;
  return y + b;
}
