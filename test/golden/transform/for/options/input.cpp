#include <ag/ag.h>
using ag::Tensor;

// AP-63: every expected output is compiled by itself.
AG_CONVERT Tensor f(Tensor n) {
  Tensor sum = 0;
  for (Tensor i = 0; i < n; ++i) {
    ag::set_loop_options({.maximum_iterations = 1000});
    sum += i;
  }
  for (;;) {
    ag::set_loop_options({.maximum_iterations = 20});
    if (sum < 10) break;
    sum /= 2;
  }
  return sum;
}
