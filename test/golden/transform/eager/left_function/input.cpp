#include <ag/ag.h>

using ag::Tensor;

// A jump into code that a tensor decides: the function stays as it was written.
AG_FUNCTION Tensor jumps(Tensor x) {
  int times = 0;
again:
  if (x > 1) {
    x = x / 2;
    ++times;
    goto again;
  }
  return x + times;
}

AG_FUNCTION Tensor halved(Tensor x) {
  while (x > 1) x = x / 2;
  return x;
}
