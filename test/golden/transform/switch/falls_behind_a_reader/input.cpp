#include <ag/ag.h>
using ag::Tensor;

AG_FUNCTION Tensor f(Tensor x, Tensor kind) {
  Tensor left = x + 2;
  switch (int(kind)) {
    case 0:
      x += 100;
    case 1:
      x += left;
    default:
      left = x - 1;
  }
  return x;
}
