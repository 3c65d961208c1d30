#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x, Tensor n) {
  ag::for_stmt(ag::range(n), AG_STATE(x),
    ag::LoopOptions{.shape_invariants = {{x, {ag::unknown}}}}, [&](Tensor i) {
    x = ag::concat({x, ag::reshape(i, {1})});
  });
  ag::for_stmt(ag::enumerate(x), AG_STATE(n),
    ag::LoopOptions{.parallel_iterations = 8}, [&](auto&& item) { auto [i, row] = item;
    n += i * row;
  });
  return ag::sum(x) + n;
}
