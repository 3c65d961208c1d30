#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  int k = 3;
  do {
    ag::if_stmt(x > 20, AG_STATE(x), [&] { return; }, [&] {
    x *= k;
  }); } while (--k > 0);
  return x;
}
