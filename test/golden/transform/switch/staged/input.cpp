#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor k, Tensor y) {
  switch (int(k)) {
    case 0: y = 1; break;
    case 1: y = 10;  // falls through
    case 2: y += 5; break;
    case 3: case 5: y = 7; break;
    default: y = -1;
  }
  return y;
}
