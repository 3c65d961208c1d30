#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor a) {
  if (Tensor half = a / 2; half > 3) return half;
  return a;
}
AG_CONVERT Tensor the_rest_has_the_name(Tensor a) {
  if (Tensor half = a / 2; half > 3) return half;
  Tensor half = a + 2;
  return half;
}
