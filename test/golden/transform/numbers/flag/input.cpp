#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  bool found = false;
  if (x > 1) found = true;
  return found ? x : -x;
}
