#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  int k = 0;
  while (k < 3) {
    ag::if_stmt(x > k, AG_STATE(x), [&] { x = x - 1; });
    ++k;
  }
  return x;
}
