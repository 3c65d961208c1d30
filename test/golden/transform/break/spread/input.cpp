#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor spread(Tensor x, Tensor n) {
  Tensor s = 0;
  while (n > 0) {   // until n is used up
    if (n == 3)
      continue;     // skip three
    if (n % 5 == 4) break;
    s += x / (n - 2);
    n -= 1;
  }
  return s;
}
