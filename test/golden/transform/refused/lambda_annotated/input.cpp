#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor apply(Tensor x) {
  auto twice = [](Tensor y) AG_FUNCTION { return y * 2; };
  return twice(x);
}
