#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor n) {
  ag::Return<Tensor> result; ag::for_stmt(ag::range(n), ag::until(result), [&](Tensor i) {
    ag::if_stmt(i == 4, AG_STATE(result), [&] { result = 44; });
  });
  return result.value_or([&] { ag::Return<Tensor> result_2; ag::for_stmt(ag::range(n), ag::until(result_2), [&](Tensor i) {
    ag::if_stmt(i == 2, AG_STATE(result_2), [&] { result_2 = 22; });
  });
  return result_2.value_or([&] { return n;
}); }); }
