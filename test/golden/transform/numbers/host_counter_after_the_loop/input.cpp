#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  int k = 0;
  for (; k < 4; ++k) {
    if (x > 10) break;
    x *= 2;
  }
  return x + k;
}
