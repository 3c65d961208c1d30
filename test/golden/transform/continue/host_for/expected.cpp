#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  Tensor s = 0;
  for (int k = 0; k < 4; ++k) {
    ag::if_stmt(x % 2 == k % 2, AG_STATE(s), [&] { return; }, [&] {
    s += k;
  }); }
  return s;
}
