#include <ag/ag.h>
using ag::Tensor;

#define LARGER(a, b) ((a) > (b) ? (a) : (b))
AG_CONVERT Tensor f(Tensor x) {
  x = LARGER(x, 1); goto end;
  if (x > 2) {
  end:
    x = x - 1;
  }
  return x;
}
