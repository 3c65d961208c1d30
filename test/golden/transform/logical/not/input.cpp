#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor a, Tensor b, bool flag, bool debug) {
  Tensor y = 0;
  if (!(a > b) && !(b > 3 || a == 0)) y = 1;
  if (flag && !(y == 1)) y = 2;
  if (flag || debug) y += 1;
  return y;
}
