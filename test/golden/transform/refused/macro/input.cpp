#include <ag/ag.h>
using ag::Tensor;

#define UNLESS(c) if (!(c))
AG_CONVERT Tensor f(Tensor x) {
  UNLESS (x > 3) x = 3;
  return x;
}
