#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x, int k) {
  Tensor y = 0;
  if (k > 2) {
    y = 1;
  } else if (x > 0) {
    y = 2;
  } else {
    y = 3;
  }
  return y;
}
