#include <ag/ag.h>
using ag::Tensor;

// A break from inside of a branch, in an arm that otherwise goes on with the next one.
AG_CONVERT Tensor f(Tensor x, Tensor kind) {
  switch (int(kind)) {
    case 0:
      if (x > 0) {
        x *= 2;
        if (x < 4) break;
      }
    default:
      x += 100;
  }
  return x;
}
