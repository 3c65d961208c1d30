#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  ag::Staged<int> k = 0;
  ag::Flag did_break; ag::for_stmt([&] { return k < 4; }, [&] { ++k; }, AG_STATE(x, k).until(did_break), [&] {
    ag::if_stmt(x > 10, AG_STATE(x, did_break), [&] { did_break = true; }, [&] {
    x *= 2;
  }); });
  return x + k;
}
