#include <ag/ag.h>
using ag::Tensor;

#define CHOOSE(c, a, b) ((c) ? (a) : (b))
AG_CONVERT Tensor f(Tensor x) {
  Tensor y = CHOOSE(x > 0,
                    x + 1,  // a comment is lost
                    x - 1); Tensor z = y;
  return z;
}
