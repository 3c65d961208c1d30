#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor n) {
  Tensor s = 0;
  ag::for_stmt(ag::range(n), AG_STATE(s), [&](auto i) {
    s += i;
  });
  return s;
}
