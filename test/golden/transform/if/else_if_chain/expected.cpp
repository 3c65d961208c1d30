#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  Tensor y;
  ag::if_stmt(x > 5, AG_STATE(y), [&] {
    y = 3;
  }, ag::else_if([&] { return x > 2; }, [&] {   // the middle
    y = 2;
  }), ag::else_if([&] { return x == 0; }, [&] { y = 7; }),
  [&] {
    y = 1;
  });
  return y;
}
