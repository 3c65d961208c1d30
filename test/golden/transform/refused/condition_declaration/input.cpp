#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor n) {
  Tensor left = 3;
  while (Tensor& t = left) {
    t -= 1;
    n += t;
  }
  return n;
}
