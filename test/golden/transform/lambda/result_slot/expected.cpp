#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor n) {
  auto first_factor = [](Tensor k) {
    ag::Return<Tensor> result; ag::for_stmt(ag::range(2, k), ag::until(result), [&](Tensor i) {
      ag::if_stmt(k % i == 0, AG_STATE(result), [&] { result = i; });
    });
    return result.value_or([&] { return k;
  }); };
  return first_factor(n) + first_factor(n + 1);
}
