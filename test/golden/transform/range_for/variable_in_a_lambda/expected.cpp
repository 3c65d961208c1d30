#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(const Tensor& xs, Tensor y) {
  ag::for_stmt(xs, AG_STATE(y), [&](Tensor x) {
    auto shifted = [&]() -> Tensor { return y + x; };
    ag::if_stmt(y > 0, AG_STATE(y), [&] { y = shifted(); });
  });
  return y;
}
