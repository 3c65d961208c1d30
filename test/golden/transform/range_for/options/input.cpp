#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x, Tensor n) {
  for (Tensor i : ag::range(n)) {
    ag::set_loop_options({.shape_invariants = {{x, {ag::unknown}}}});
    x = ag::concat({x, ag::reshape(i, {1})});
  }
  for (auto [i, row] : ag::enumerate(x)) {
    ag::set_loop_options({.parallel_iterations = 8});
    n += i * row;
  }
  return ag::sum(x) + n;
}
