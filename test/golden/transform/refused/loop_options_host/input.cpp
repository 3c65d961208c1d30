#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  for (int i = 0; i < 3; ++i) {
    ag::set_loop_options({.maximum_iterations = 100});
    x = x / 2;
  }
  for (int i = 0; i < 3; ++i) {
    ag::set_loop_options({.maximum_iterations = 100});
    if (x > 3) break;
    x = x / 2;
  }
  return x;
}
