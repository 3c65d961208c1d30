#undef NDEBUG
#include <ag/ag.h>

#include <cassert>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x, Tensor n, int k) {
  assert(k > 0);
  assert(x > 0 && "x has to be positive");
  while (n > 0) {
    assert(ag::all(x < 100));
    n -= 1;
  }
  return x;
}
