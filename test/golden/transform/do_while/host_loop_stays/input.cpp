#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  int k = 3;
  do {
    if (x > 20) continue;
    x *= k;
  } while (--k > 0);
  return x;
}
