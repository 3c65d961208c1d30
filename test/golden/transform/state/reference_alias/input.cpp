#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor n) {
  Tensor s = 0;
  Tensor& total = s;
  while (n > 0) {
    total += n;
    n -= 1;
  }
  return s;
}
