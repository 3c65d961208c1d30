#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor n) {
  Tensor s = 0;
  while (n > 0) {
    if (s > 10) return s * 100;
    s += n;
    n -= 1;
  }
  s = s + 1;
  return s;
}
