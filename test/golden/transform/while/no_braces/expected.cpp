#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor n) {
  ag::while_stmt([&] { return n > 10; }, AG_STATE(n), [&] { n = n / 2; });
  return n;
}
