#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor n) {
  Tensor i = 0;
  for (; i * i < n; ++i) ag::print(i);
  for (Tensor a = 0; a < i;) {
    a += n;
  }
  for (; i > 0;)
    i -= 3;
  for (;;) {
    i += 1;
    if (i > n) break;
  }
  for (Tensor k = 0;; k += 1) if (k * k > n) return k;
}
