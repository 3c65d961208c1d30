#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor a, Tensor b, bool flag) {
  Tensor y = 0;
  if (!(a > b) && !(b > 3 || a == 0)) y = 1;
  if (flag && !(y == 1)) y = 2;
  if (flag || !flag) y += 1;
  return y;
}
