#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x, Tensor t) {
  Tensor y = 0;
  if (x > 2) {
    t = x * 5;
    y = t;
  } else {
    y = t + x;
  }
  return y;
}
