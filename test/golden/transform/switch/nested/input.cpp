#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x, int a, int b) {
  for (Tensor i : ag::range(x)) {
    switch (a) {
      case 0:
        switch (b) {
          case 0: if (x > 2) break; x += 1; break;
          case 1: if (x > 4) continue;
          default: x += 5;
        }
        x *= 2;
        break;
      case 1: if (i > 40) return x;
    }
    x += 100;
  }
  return x;
}
