#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  Tensor s = 0;
  ag::Flag did_break; ag::for_stmt(x, AG_STATE(s).until(did_break), [&](Tensor row) {
    ag::if_stmt(row == 7, AG_STATE(s, did_break), [&] { did_break = true; }, [&] {
    ag::if_stmt(row % 2 != 0, AG_STATE(s), [&] { return; }, [&] {
    s += row;
  }); }); });
  return s;
}
