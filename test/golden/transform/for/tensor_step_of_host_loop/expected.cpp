#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  for (int k = 0; k < 4; ++k, x += 1) {
    ag::if_stmt(x > 10, AG_STATE(x), [&] { return; }, [&] {
    x *= 2;
  }); }
  return x;
}
