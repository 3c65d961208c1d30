#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f_staged(Tensor x, ag::Staged<int> k) {
  Tensor y = 0;
  ag::if_stmt(k > 2, AG_STATE(y), [&] {
    y = 1;
  }, ag::else_if([&] { return x > 0; }, [&] {
    y = 2;
  }), [&] {
    y = 3;
  });
  return y;
} Tensor f(Tensor x, int k) { return f_staged(x, k); }
