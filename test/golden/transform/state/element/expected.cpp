#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x, Tensor n) {
  Tensor y = x;
  ag::for_stmt(ag::range(n), AG_STATE(y), [&](Tensor i) {
    ag::if_stmt(y[i] > 3, AG_STATE(y), [&] { y[i] = y[i] * 10; },
    [&] { y[0] += 1; });
  });
  return y;
}
