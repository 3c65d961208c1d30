#include <ag/ag.h>
using ag::Tensor;

#define LARGER(a, b) ((a) > (b) ? (a) : (b))
#define WITHIN(x, low, high) ((x) >= (low) && (x) <= (high))
AG_CONVERT Tensor f(Tensor x, Tensor y) {
  x = LARGER(x, y - 1);  // one use
  if (WITHIN(x, 0, LARGER(y, 1))) x = x + 1;
  return LARGER(x, Tensor(0));
}

int plain(int a) { return LARGER(a, 3); }
