#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  int steps = 0;
  while (x > 1) {
    x = x / 2;
    ++steps;
  }
  return x + steps;
}
