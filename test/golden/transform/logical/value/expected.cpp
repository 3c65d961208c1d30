#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor a, Tensor b) {
  Tensor both = ag::and_then(a > 0, [&] { return b > 0; });
  return both;
}
