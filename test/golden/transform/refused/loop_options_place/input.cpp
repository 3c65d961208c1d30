#include <ag/ag.h>
using ag::Tensor;

// DI-04 and DI-05: options belong to a loop, and come first in it.
AG_CONVERT Tensor f(Tensor x) {
  ag::set_loop_options({.maximum_iterations = 100});
  while (x > 1) {
    x = x / 2;
    ag::set_loop_options({.maximum_iterations = 100});
  }
  return x;
}
