#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
#include <tuple>
using ag::Tensor;

AG_CONVERT std::tuple<Tensor, Tensor> f(Tensor a, Tensor b) {
  ag::Return<std::tuple<Tensor, Tensor>> result; ag::for_stmt(ag::range(a), ag::until(result), [&](Tensor i) {
    ag::if_stmt(i > b, AG_STATE(result), [&] { result = {i, a}; });
  });
  return result.value_or([&]() -> std::tuple<Tensor, Tensor> { return {b, b * 2};
}); }
