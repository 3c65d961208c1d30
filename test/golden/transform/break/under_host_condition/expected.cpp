#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f_staged(Tensor n, ag::Staged<bool> debug) {
  Tensor s = 0;
  ag::Flag did_break; ag::while_stmt([&] { return n > 0; }, AG_STATE(n, s).until(did_break), [&] {
    n -= 1;
    ag::if_stmt(debug, AG_STATE(s, did_break), [&] { did_break = true; }, [&] {
    ag::if_stmt(ag::and_then(debug, [&] { return ag::is_defined(n); }), AG_STATE(did_break), [&] {
      ag::if_stmt(n == 4, AG_STATE(did_break), [&] { did_break = true; });
    });
    ag::if_stmt(!did_break, AG_STATE(s), [&] { s += n;
  }); }); });
  return s;
} Tensor f(Tensor n, bool debug) { return f_staged(n, debug); }
