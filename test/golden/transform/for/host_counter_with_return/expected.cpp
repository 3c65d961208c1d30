#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  ag::Return<Tensor> result; for (int k = 0; (k < 3 || k == 7) && !ag::host_condition(result); ++k)
    { ag::if_stmt(result.pending(), AG_STATE(result), [&] { ag::if_stmt(x > k, AG_STATE(result), [&] { result = x * k; }); }); }
  return result.value_or([&] { return x;
}); }
