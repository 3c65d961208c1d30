#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

// DI-03: options are those of their loop.
AG_CONVERT Tensor f(Tensor x, Tensor n, ag::LoopOptions options) {
  ag::while_stmt([&] { return ag::max(x) > 1; }, AG_STATE(x),
    ag::LoopOptions{.maximum_iterations = 100, .parallel_iterations = 4}, [&] {
    x = x / 2;
  });
  ag::while_stmt([&] { return n > 0; }, AG_STATE(x, n),  // comments stay

    // also here
    ag::LoopOptions{.shape_invariants = {{x, {ag::unknown}}}}, [&] {
    x = ag::concat({x, x});
    n -= 1;
  });
  ag::while_stmt([&] { return n < 4; }, AG_STATE(n),
    ag::LoopOptions(options), [&] {
    n += 1;
  });
  return x;
}
