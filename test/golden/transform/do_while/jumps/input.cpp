#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor n, Tensor m) {
  Tensor s = 0;
  do {
    n -= 1;
    if (n % 3 == 0) continue;
    if (n == m) break;
    if (n == 8) return s * 2;
    s += n;
  } while (n > 0 && s < 50);
  return s;
}
