#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x, int n) {
  switch (n % 2) {
    case 0:
      do {
        x += 1;
        case 1:
        x += 1;
      } while ((n -= 2) > 0);
  }
  return x;
}
