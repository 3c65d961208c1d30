#include <ag/ag.h>
using ag::Tensor;

Tensor total;

AG_CONVERT Tensor f(Tensor x) {
  Tensor sum = 0;
  for (Tensor row : x) {
    ag::set_loop_options({.shape_invariants = {{row, {3}}}});
    sum = sum + ag::sum(row);
  }
  while (total < sum) {
    ag::set_loop_options({.shape_invariants = {{total, {}}}});
    total += 1;
  }
  return sum;
}
