#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

#define IS_BIG(x) ((x) > 5)
AG_CONVERT Tensor f(Tensor x) {
  ag::if_stmt(IS_BIG(x), AG_STATE(x), [&] { x = x - 5; });
  return x;
}
