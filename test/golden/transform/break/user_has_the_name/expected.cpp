#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor did_break) {
  Tensor s = 0;
  ag::Flag did_break_2; ag::while_stmt([&] { return did_break > 0; }, AG_STATE(did_break, s).until(did_break_2), [&] {
    did_break -= 1;
    ag::if_stmt(did_break == 5, AG_STATE(s, did_break_2), [&] { did_break_2 = true; }, [&] {
    s += 1;
  }); });
  return s;
}
