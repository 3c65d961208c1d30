#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  if (x < 0) return -1;
  x = x + 1;
  if (x > 5) {
    ag::print("big");
    return x * 100;
  } else {
    x = x * 3;
  }
  return x;
}
