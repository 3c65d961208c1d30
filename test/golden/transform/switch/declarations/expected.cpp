#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f_staged(Tensor x, ag::Staged<int> mode) {
  ag::Return<Tensor> result; { Tensor half = x / 2; ag::switch_stmt(ag::item<int>(half), AG_STATE(result),
    ag::when(1, [&] { result = half; }),
    ag::otherwise([&] { })
  ); }
  return result.value_or([&] { ag::Return<Tensor> result_2; { const ag::Staged<int> twice = mode * 2;
    int t;
    ag::switch_stmt(twice, AG_STATE(x, result_2), ag::when(2, [&] {
      t = 3;
      ag::if_stmt(x > 5, AG_STATE(x, result_2), [&] { result_2 = x; }, [&] {
      x += t; });
      }),
    ag::otherwise([&] {
      x *= 2; })
  ); }
  return result_2.value_or([&] { return x;
}); }); } Tensor f(Tensor x, int mode) { return f_staged(x, mode); }
