#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor n, bool debug) {
  Tensor s = 0;
  while (n > 0) {
    n -= 1;
    if (debug) break;
    if (debug && n.defined()) {
      if (n == 4) break;
    }
    s += n;
  }
  return s;
}
