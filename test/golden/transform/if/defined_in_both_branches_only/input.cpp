#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  Tensor y;
  if (x > 2) y = x * 2;
  Tensor z = 0;
  if (x > 2) z = y;
  return z;
}
