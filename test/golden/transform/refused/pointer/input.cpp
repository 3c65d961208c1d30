#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  Tensor* p = &x;
  if (x > 0) *p = 3;
  return x;
}
