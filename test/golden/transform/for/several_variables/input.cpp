#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor n) {
  Tensor s = 0;
  for (Tensor i = 0, j = n; i < j; ++i, --j) s += i * j;
  return s;
}
