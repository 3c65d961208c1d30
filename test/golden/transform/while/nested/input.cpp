#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor n) {
  Tensor s = 0;
  while (n > 0) {
    Tensor k = n;
    while (k > 0) {
      s += k;
      k -= 2;
    }
    n -= 1;
  }
  return s;
}
