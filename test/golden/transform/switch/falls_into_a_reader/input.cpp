#include <ag/ag.h>
using ag::Tensor;

AG_FUNCTION Tensor f(Tensor x, Tensor kind) {
  Tensor left = x + 2;
  switch (int(kind)) {
    case 0:
      x += left * 100;
    case 1:
      x += left;
      left = -left;
      x -= left;
      break;
  }
  return x;
}
