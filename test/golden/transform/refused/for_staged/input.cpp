#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor n) {
  Tensor s = 0;
  for (Tensor i = 0; i < n; i += 1) s += i;
  return s;
}
