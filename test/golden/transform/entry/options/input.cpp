#include <ag/ag.h>
using ag::Tensor;

AG_FUNCTION_WITH(.reduce_retracing = true) Tensor g(Tensor x) {
  if (x > 0) x = x * 2;
  return x;
}
