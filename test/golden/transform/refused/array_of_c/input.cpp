#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  int counts[2] = {0, 0};
  if (x > 1) ++counts[1];
  return x + counts[0] + counts[1];
}
