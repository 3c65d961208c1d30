#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  Tensor y;
  if (x > 2) {
    y = x * 2;
  } else {
    y = x - 1;
  }
  return y;
}
