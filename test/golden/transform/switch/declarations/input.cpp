#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x, int mode) {
  switch (Tensor half = x / 2; int(half)) {
    case 1: return half;
    default: break;
  }
  switch (const int twice = mode * 2) {
    int t;
    case 2:
      t = 3;
      if (x > 5) return x;
      x += t;
      break;
    default:
      x *= 2;
  }
  return x;
}
