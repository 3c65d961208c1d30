#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  Tensor y;
  if (x > 2) y = x * 2;
  else y = x - 1;
  if (y > 3) ag::print("big", y);  // no state
  return y;
}
