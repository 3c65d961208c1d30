#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor a, Tensor b) {
  Tensor y = 0;
  if (a > 0) {
    if (b > 0) {
      y = 1;
    } else {
      y = 2;
    }
    y += 10;
  }
  return y;
}
