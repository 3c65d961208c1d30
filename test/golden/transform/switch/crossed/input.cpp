#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x, int mode) {
  while (x > 0) {
    x -= 1;
    switch (mode) {
      case 0:
        if (x > 3) continue;
        x -= 1;
        break;
      case 1:
      case 2: {
        if (x > 10) break;
        x -= 2;
        break;
      }
      case 3:
        x -= 1;
        [[fallthrough]];
      case 4:
        if (x == 2) break;
        if (x == 1) return x;
        x -= 2;
        break;
      default:
        x = 0;
    }
    ag::print(x);
  }
  return x;
}
