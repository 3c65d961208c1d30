#include <ag/ag.h>
using ag::Tensor;

#define STOP break
AG_CONVERT Tensor f(Tensor x) {
  while (x > 3) {
    if (x == 7) STOP;
    x -= 1;
  }
  return x;
}
