#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  Tensor y = x;
  if (x > 2) {
    y = x * 2;
  }
  return y;
}
