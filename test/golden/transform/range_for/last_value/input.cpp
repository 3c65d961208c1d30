#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  Tensor y;
  for (const Tensor& row : x) y = row * 2;
  return y;
}
