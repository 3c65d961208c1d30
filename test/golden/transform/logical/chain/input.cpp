#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor i, Tensor x) {
  while (i < 3 && 6 / (3 - i) < 5 && x > i) i += 1;
  return i;
}
