#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor a, Tensor b) {
  Tensor y = 0;
  if (Tensor d = a - b; d > 0) y = d;
  if (Tensor d = a - 2) {
    y += d;
  }
  return y;
}
