#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor digits(Tensor n) {
  Tensor count = 0;
  ag::do_stmt(AG_STATE(n, count), [&] {
    n = n / 10;
    count += 1;
  }, [&] { return n > 0; });  // at least one
  return count;
}
