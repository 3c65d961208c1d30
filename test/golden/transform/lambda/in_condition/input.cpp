#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor n) {
  Tensor steps = 0;
  const auto goes_on = [&] {
    steps += 1;
    if (steps > 100) return Tensor(false);
    return n > 1;
  };
  while (goes_on()) {
    n = n / 2;
  }
  return steps;
}
