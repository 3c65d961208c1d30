#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor n) {
  Tensor s = 0;
  while (n > 0) {
    n -= 1;
    if (n > 2) {
      s += 1;
      if (n % 2 == 0) continue;
      s += 10;
    }
    Tensor t = n * n;
    s += t;
  }
  return s;
}
