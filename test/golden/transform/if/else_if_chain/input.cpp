#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  Tensor y;
  if (x > 5) {
    y = 3;
  } else if (x > 2) {   // the middle
    y = 2;
  } else if (x == 0) y = 7;
  else {
    y = 1;
  }
  return y;
}
