#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor power(Tensor x, Tensor n) {
  Tensor result = 1;
  for (Tensor i : ag::range(n)) result = result * x;
  return result;
}
