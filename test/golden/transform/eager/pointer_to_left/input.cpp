// A pointer to a function that is left as it was written is called with a number that the graph computes.
#include <ag/ag.h>
using ag::Tensor;

int up(int n) {
  asm volatile("");
  return n + 1;
}
int down(int n) { return n - 1; }

AG_FUNCTION Tensor stepped(Tensor x, int n) {
  int (*step)(int) = n > 2 ? &up : &down;
  if (x > 0) n = step(n);
  return x + n;
}

AG_FUNCTION Tensor lowered(Tensor x, int n) {
  int (*step)(int) = &down;
  if (x > 0) n = step(n);
  return x + n;
}
