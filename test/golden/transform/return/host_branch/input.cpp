#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x, bool fast) {
  if (fast) return x;
  if (x > 0) {
    if (fast) return x + 1;
    x = x * 2;
  }
  return x;
}
