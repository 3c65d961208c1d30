#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor a) {
  { Tensor half = a / 2; return ag::if_else<Tensor>(half > 3, [&] { return half; }, [&] {
  return a;
}); } }
AG_CONVERT Tensor the_rest_has_the_name(Tensor a) {
  ag::Return<Tensor> result; { Tensor half = a / 2; ag::if_stmt(half > 3, AG_STATE(result), [&] { result = half; }); }
  return result.value_or([&] { Tensor half = a + 2;
  return half;
}); }
