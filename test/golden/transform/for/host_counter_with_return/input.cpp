#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  for (int k = 0; k < 3 || k == 7; ++k)
    if (x > k) return x * k;
  return x;
}
