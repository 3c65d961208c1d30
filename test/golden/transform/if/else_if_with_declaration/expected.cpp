#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor a, Tensor b) {
  Tensor y = 0;
  { Tensor d = a - 2; ag::if_stmt(d > 3, AG_STATE(y), [&] {
    y = d;
  }, [&] { Tensor e = d - b; ag::if_stmt(e, AG_STATE(y), [&] {
    y = e * d;
  }, ag::else_if([&] { return a > 3; }, [&] {
    y = 3;
  }), [&] {
    y = e;
  }); }); }
  return y;
}
