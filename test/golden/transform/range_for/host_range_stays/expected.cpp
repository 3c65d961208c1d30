#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  for (auto i : ag::range(3)) {
    ag::if_stmt(x > i, AG_STATE(x), [&] { x = x - 1; });
  }
  return x;
}
