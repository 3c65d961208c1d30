#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor n, const Tensor& scale) {
  Tensor s = 0;
  ag::while_stmt([&] { return n > 0; }, AG_STATE(n, s), [&] {
    s += scale;
    n -= 1;
  });
  return s;
}
