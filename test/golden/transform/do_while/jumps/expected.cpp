#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor n, Tensor m) {
  Tensor s = 0;
  ag::Return<Tensor> result; ag::Flag did_break; ag::do_stmt(AG_STATE(n, s).until(did_break, result), [&] {
    n -= 1;
    ag::if_stmt(n % 3 == 0, AG_STATE(s, did_break, result), [&] { return; }, [&] {
    ag::if_stmt(n == m, AG_STATE(s, did_break, result), [&] { did_break = true; }, [&] {
    ag::if_stmt(n == 8, AG_STATE(s, result), [&] { result = s * 2; }, [&] {
    s += n;
  }); }); }); }, [&] { return ag::and_then(n > 0, [&] { return s < 50; }); });
  return result.value_or([&] { return s;
}); }
