#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor n) {
  const int k = 3;
  switch (k) {
    case 0:
      if (n > 0) break;
      n += 1;
      break;
    default:
      n -= 1;
  }
  return n;
}
