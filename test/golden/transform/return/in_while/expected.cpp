#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor n) {
  Tensor s = 0;
  ag::Return<Tensor> result; ag::while_stmt([&] { return n > 0; }, AG_STATE(n, s).until(result), [&] {
    ag::if_stmt(s > 10, AG_STATE(n, s, result), [&] { result = s * 100; }, [&] {
    s += n;
    n -= 1;
  }); });
  return result.value_or([&] { s = s + 1;
  return s;
}); }
