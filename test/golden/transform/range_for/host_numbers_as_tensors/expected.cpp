#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  for (Tensor i : ag::range(3)) x = x * i;
  ag::Flag did_break; ag::for_stmt(ag::range(3), AG_STATE(x).until(did_break), [&](Tensor i) {
    ag::if_stmt(x > i, AG_STATE(x, did_break), [&] { did_break = true; }, [&] {
    x += 1;
  }); });
  return x;
}
