#include <cstdlib>
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  if (x < 0) std::abort();
  return x;
}
