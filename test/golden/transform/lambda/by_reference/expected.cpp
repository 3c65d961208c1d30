#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x, Tensor n) {
  Tensor low = 0, high = 0;
  auto count = [&](Tensor value) {
    ag::if_stmt(value < 0, AG_STATE(low, high), [&] {
      low += 1;
    }, [&] {
      high += 1;
    });
  };
  count(x);
  ag::while_stmt([&] { return n > 0; }, AG_STATE(n, low, high), [&] {
    count(n - x);
    n -= 1;
  });
  return high - low;
}
