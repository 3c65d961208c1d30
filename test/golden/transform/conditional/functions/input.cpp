#include <ag/ag.h>
using ag::Tensor;

Tensor up(Tensor x) {
  if (x > 0) return x + 1;
  return x;
}
Tensor down(Tensor x) { return x - 1; }
AG_FUNCTION Tensor f(Tensor x, bool which, int n) {
  Tensor (*p)(Tensor) = which && n > 2 ? &up : &down;
  return p(x);
}
