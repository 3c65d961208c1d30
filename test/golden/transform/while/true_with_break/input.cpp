#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor n) {
  Tensor s = 0;
  while (true) {
    if (n <= 0) break;
    s += n;
    n -= 2;
  }
  return s;
}
