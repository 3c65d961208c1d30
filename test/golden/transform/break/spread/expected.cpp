#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor spread(Tensor x, Tensor n) {
  Tensor s = 0;
  ag::Flag did_break; ag::while_stmt([&] { return n > 0; }, AG_STATE(n, s).until(did_break), [&] {   // until n is used up
    ag::if_stmt(n == 3, AG_STATE(n, s, did_break), [&] {
      return; }, [&] {     // skip three
    ag::if_stmt(n % 5 == 4, AG_STATE(n, s, did_break), [&] { did_break = true; }, [&] {
    s += x / (n - 2);
    n -= 1;
  }); }); });
  return s;
}
