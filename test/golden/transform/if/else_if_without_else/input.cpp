#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  Tensor y = 0;
  if (x > 5) {
    y = 3;
  } else if (x > 2) {
    y = 2;
  }
  return y;
}
