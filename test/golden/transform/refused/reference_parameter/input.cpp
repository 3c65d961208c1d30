#include <ag/ag.h>
using ag::Tensor;

AG_FUNCTION Tensor f(Tensor x, int& count, Tensor) {
  count = 3;
  return x;
}
