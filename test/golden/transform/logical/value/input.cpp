#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor a, Tensor b) {
  Tensor both = a > 0 && b > 0;
  return both;
}
