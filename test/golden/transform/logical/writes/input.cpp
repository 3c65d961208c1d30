#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor n, Tensor m) {
  Tensor s = 0;
  while (n > 0 && m-- > 2) {
    s += n;
    n -= 1;
  }
  return s * 100 + m * 10 + n;
}
