#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  if (x < 0) return -1;
  else if (x == 0) return 0;
  else if (x < 10) return 1;
  x = x / 10;
  return x;
}
