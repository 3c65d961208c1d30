#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  bool positive(x > 0);
  int k = int(x);
  float y = x.item<float>();
  return positive ? x + k : x * y;
}
