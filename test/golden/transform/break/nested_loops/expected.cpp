#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor n) {
  Tensor s = 0;
  ag::Flag did_break; ag::for_stmt(ag::range(n), AG_STATE(s).until(did_break), [&](Tensor i) {
    ag::Flag did_break_2; ag::for_stmt(ag::range(i), AG_STATE(s).until(did_break_2), [&](Tensor j) {
      ag::if_stmt(j == 3, AG_STATE(s, did_break_2), [&] { did_break_2 = true; }, [&] {
      ag::if_stmt((i + j) % 3 == 0, AG_STATE(s), [&] { return; }, [&] {
      s += i * j;
    }); }); });
    ag::if_stmt(s > 30, AG_STATE(s, did_break), [&] { did_break = true; }, [&] {
    s += 1;
  }); });
  return s;
}
