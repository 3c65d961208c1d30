#include <ag/ag.h>
using ag::Tensor;

AG_FUNCTION int f(Tensor x, bool large) {
  if (large && x > 9) {
    {
      if (x == 11) ag::print("at");
      return x.item<int>() % 7;
    }
    if (x > 2) {
      x = x - 1;
    } else if (large) {
      if (x > 1) x = x + 1;
    } else {
      x = x + 2;
    }
  }
  return 3;
}
