#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor n) {
  constexpr int k = 1;
  if (k > 0)
  again:
    n -= 1;
  return n;
}
