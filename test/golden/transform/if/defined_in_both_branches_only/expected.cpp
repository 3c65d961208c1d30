#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  Tensor y;
  ag::if_stmt(x > 2, AG_STATE(y), [&] { y = x * 2; });
  Tensor z = 0;
  ag::if_stmt(x > 2, AG_STATE(z), [&] { z = y; });
  return z;
}
