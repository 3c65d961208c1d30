#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  Tensor y = 1;
  if (x > 0) {
    Tensor y = x;
    y = y * 2;
    x = y;
  }
  return x + y;
}
