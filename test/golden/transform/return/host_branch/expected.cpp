#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f_staged(Tensor x, ag::Staged<bool> fast) {
  return ag::if_else<Tensor>(fast, [&] { return x; }, [&] {
  ag::Return<Tensor> result; ag::if_stmt(x > 0, AG_STATE(x, result), [&] {
    ag::if_stmt(fast, AG_STATE(x, result), [&] { result = x + 1; }, [&] {
    x = x * 2;
  }); });
  return result.value_or([&] { return x;
}); }); } Tensor f(Tensor x, bool fast) { return f_staged(x, fast); }
