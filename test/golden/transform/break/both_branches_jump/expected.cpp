#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor n) {
  Tensor s = 0;
  ag::Flag did_break; ag::while_stmt([&] { return n > 0; }, AG_STATE(n, s).until(did_break), [&] {
    n -= 1;
    ag::if_stmt(n % 3 == 0, AG_STATE(s, did_break), [&] {
      s += 100;
      did_break = true;
    }, [&] {
      s += 1;
      return;
    });
  });
  return s;
}
