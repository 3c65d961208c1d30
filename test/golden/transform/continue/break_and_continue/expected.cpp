#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor n) {
  Tensor s = 0;
  ag::Flag did_break; ag::while_stmt([&] { return n > 0; }, AG_STATE(n, s).until(did_break), [&] { ag::Flag did_continue;
    n -= 1;
    ag::if_stmt(n % 2 == 0, AG_STATE(s, did_break, did_continue), [&] {
      ag::if_stmt(n == 4, AG_STATE(s, did_break, did_continue), [&] { did_break = true; }, [&] {
      ag::if_stmt(n == 2, AG_STATE(s, did_continue), [&] { did_continue = true; }, [&] {
      s += 100;
    }); }); });
    ag::if_stmt(!(did_break || did_continue), AG_STATE(s), [&] { s += n;
  }); });
  return s;
}
