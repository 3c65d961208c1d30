#include <ag/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor n, bool debug) {
  Tensor s = 0;
  ag::Flag did_break; ag::while_stmt([&] { return n > 0; }, AG_STATE(n, s).until(did_break), [&] {
    n -= 1;
    if (debug) { did_break = true; return; }
    if (debug && n.defined()) {
      ag::if_stmt(n == 4, AG_STATE(did_break), [&] { did_break = true; });
    }
    ag::if_stmt(!did_break, AG_STATE(s), [&] { s += n;
  }); });
  return s;
}
