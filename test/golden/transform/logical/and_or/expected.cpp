#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor a, Tensor b) {
  Tensor y = 0;
  ag::if_stmt(ag::and_then(a != 0, [&] { return 12 / a > b; }), AG_STATE(y), [&] { y = 1; });
  ag::if_stmt(ag::or_else(a == 0, [&] { return 12 / a > b; }), AG_STATE(y), [&] { y += 2; });
  return y;
}
