#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor n) {
  Tensor last;
  ag::do_stmt(AG_STATE(n), [&] {
    last = n * 2;
    ag::print(last);
  }, [&] { return ag::and_then((n -= 1) > 0, [&] { return last > 4; }); });
  return n;
}
