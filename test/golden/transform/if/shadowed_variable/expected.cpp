#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  Tensor y = 1;
  ag::if_stmt(x > 0, AG_STATE(x), [&] {
    Tensor y = x;
    y = y * 2;
    x = y;
  });
  return x + y;
}
