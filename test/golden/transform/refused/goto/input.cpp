#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor n) {
again:
  n -= 1;
  if (n > 0) goto again;
  return n;
}
