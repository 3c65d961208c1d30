#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x, Tensor t) {
  Tensor y = 0;
  ag::if_stmt(x > 2, AG_STATE(t, y), [&] {
    t = x * 5;
    y = t;
  }, [&] {
    y = t + x;
  });
  return y;
}
