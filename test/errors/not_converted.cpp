// A function that nobody marked, and that uses a tensor as an ordinary condition.
#include <ag/ag.h>

ag::Tensor limited(ag::Tensor x) {
  if (x > 10) return 10;
  return x;
}
