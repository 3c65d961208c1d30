#include <ag/ag.h>
using ag::Tensor;

// DI-03: options are those of their loop.
AG_CONVERT Tensor f(Tensor x, Tensor n, ag::LoopOptions options) {
  while (ag::max(x) > 1) {
    ag::set_loop_options({.maximum_iterations = 100, .parallel_iterations = 4});
    x = x / 2;
  }
  while (n > 0)  // comments stay
  {
    // also here
    ag::set_loop_options({.shape_invariants = {{x, {ag::unknown}}}});
    x = ag::concat({x, x});
    n -= 1;
  }
  while (n < 4) {
    ag::set_loop_options(options);
    n += 1;
  }
  return x;
}
