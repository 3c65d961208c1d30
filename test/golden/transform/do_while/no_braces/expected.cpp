#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor n) {
  ag::do_stmt(AG_STATE(n), [&] { n -= 3; }, [&] { return n > 0; });
  ag::do_stmt(AG_STATE(n), [&] {
    n += 1; },
  [&] { return ag::and_then(n < 2, [&] { return n != 1; }); });
  return n;
}
