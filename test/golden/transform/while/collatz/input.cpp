#include <ag/ag.h>
using ag::Tensor;

AG_FUNCTION Tensor collatz(Tensor n) {
  Tensor steps = 0;
  while (n != 1) {
    if (n % 2 == 0) {
      n = n / 2;
    } else {
      n = 3 * n + 1;
    }
    steps += 1;
  }
  return steps;
}
