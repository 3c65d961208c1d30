#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  for (int k = 0; k < 4; ++k, x += 1) {
    if (x > 10) continue;
    x *= 2;
  }
  return x;
}
