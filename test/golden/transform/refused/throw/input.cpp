#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor n) {
  if (n < 0) throw 1;
  return n;
}
