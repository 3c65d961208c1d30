#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor n) {
  Tensor s = 0;
  ag::while_stmt([&] { return n > 0; }, AG_STATE(n, s), [&] { ag::Flag did_continue;
    n -= 1;
    ag::if_stmt(n > 2, AG_STATE(s, did_continue), [&] {
      s += 1;
      ag::if_stmt(n % 2 == 0, AG_STATE(s, did_continue), [&] { did_continue = true; }, [&] {
      s += 10;
    }); });
    ag::if_stmt(!did_continue, AG_STATE(s), [&] { Tensor t = n * n;
    s += t;
  }); });
  return s;
}
