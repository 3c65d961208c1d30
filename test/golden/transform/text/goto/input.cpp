#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  int k = 0;
again:
  if (x > 3) x -= 1;
  if (++k < 3) goto again;
  return x;
}
