#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  do {
    ag::set_loop_options({.maximum_iterations = 100});
    x = x / 2;
  } while (x > 1);
  return x;
}
