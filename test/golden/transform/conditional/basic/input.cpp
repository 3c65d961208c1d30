#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor a, Tensor b) {
  Tensor y = a > b ? a : a == b ? a * 10 : b;
  return a != 0 ? 12 / a : b + y;
}
