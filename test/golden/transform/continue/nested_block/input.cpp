#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor n) {
  Tensor s = 0;
  while (n > 0) {
    n -= 1;
    {
      if (n == 2) continue;
      s += 1;
    }
    s += n;
  }
  return s;
}
