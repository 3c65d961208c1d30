#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor n) {
  Tensor s = 0;
  Tensor t;
  while (n > 0) {
    Tensor square = n * n;
    t = square + 1;
    s += t;
    n -= 1;
  }
  return s;
}
