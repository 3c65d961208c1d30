#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor& larger(Tensor& a, Tensor& b) {
  if (ag::sum(a) > ag::sum(b)) return a;
  return b;
}
