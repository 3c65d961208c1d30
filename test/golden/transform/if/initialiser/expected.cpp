#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor a, Tensor b) {
  Tensor y = 0;
  { Tensor d = a - b; ag::if_stmt(d > 0, AG_STATE(y), [&] { y = d; }); }
  { Tensor d = a - 2; ag::if_stmt(d, AG_STATE(y), [&] {
    y += d;
  }); }
  return y;
}
