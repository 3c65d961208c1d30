#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor a, Tensor b) {
  Tensor y = 0;
  if (Tensor d = a - 2; d > 3) {
    y = d;
  } else if (Tensor e = d - b) {
    y = e * d;
  } else if (a > 3) {
    y = 3;
  } else {
    y = e;
  }
  return y;
}
