#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor a, Tensor b) {
  Tensor y = 1;
  ag::Return<Tensor> result; ag::if_stmt(a > 0, AG_STATE(y, result), [&] {
    ag::if_stmt(b > 2, AG_STATE(y, result), [&] { result = a; }, [&] {
    y += 1;
  }); });
  return result.value_or([&] { y = y * 2;
  return y + b;
}); }
