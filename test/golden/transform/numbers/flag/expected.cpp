#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  ag::Staged<bool> found = false;
  ag::if_stmt(x > 1, AG_STATE(found), [&] { found = true; });
  return ag::if_else(found, [&] { return x; }, [&] { return -x; });
}
