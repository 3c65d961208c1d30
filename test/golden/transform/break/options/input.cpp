#include <ag/ag.h>
using ag::Tensor;

// CV-02: the options stay with the loop whose break becomes a flag.
AG_CONVERT Tensor f(Tensor x, Tensor n) {
  while (x < 100) {
    ag::set_loop_options({.maximum_iterations = 50});
    if (x == n) break;
    x += 1;
  }
  for (Tensor i : ag::range(n)) {
    ag::set_loop_options({.maximum_iterations = 50});
    if (i * i > x) break;
    x -= 1;
  }
  return x;
}
