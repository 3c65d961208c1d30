#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor n) {
  Tensor s = 0;
  ag::Flag did_break; ag::while_stmt([&] { return true; }, AG_STATE(n, s).until(did_break), [&] {
    ag::if_stmt(n <= 0, AG_STATE(n, s, did_break), [&] { did_break = true; }, [&] {
    s += n;
    n -= 2;
  }); });
  return s;
}
