#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  ag::do_stmt(AG_STATE(x),
    ag::LoopOptions{.maximum_iterations = 100}, [&] {
    x = x / 2;
  }, [&] { return x > 1; });
  return x;
}
