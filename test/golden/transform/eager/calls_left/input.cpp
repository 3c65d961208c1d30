#include <ag/ag.h>

using ag::Tensor;

Tensor halved(Tensor x) {
  if (x > 0) {
    asm volatile("");
    x = x / 2;
  }
  return x;
}

int steps(Tensor x, int limit) {
  int n = 0;
  while (x > 1 && n < limit) {
    asm volatile("");
    x = x / 2;
    ++n;
  }
  return n;
}

// Traced as far as it does not come to the call.
AG_FUNCTION Tensor twice(Tensor x, bool half) {
  if (x > 10) x = x - 10;
  return half ? halved(x) : x;
}

// A number that the graph decides would go to a function that is left.
AG_FUNCTION Tensor counted(Tensor x) {
  int limit = 0;
  if (x > 3) limit = 5;
  return x + steps(x, limit);
}
