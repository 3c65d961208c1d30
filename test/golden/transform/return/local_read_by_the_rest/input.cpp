#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x, Tensor t) {
  if (x > 2) {
    t = x * 5;
    return t;
  }
  return t + x;
}
