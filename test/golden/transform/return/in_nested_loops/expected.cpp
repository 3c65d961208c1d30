#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor n) {
  Tensor s = 0;
  ag::Return<Tensor> result; ag::for_stmt(ag::range(n), AG_STATE(s).until(result), [&](Tensor i) {
    ag::Flag did_break; ag::for_stmt(ag::range(i), AG_STATE(s).until(did_break, result), [&](Tensor j) {
      ag::if_stmt(i * j == 6, AG_STATE(s, did_break, result), [&] { result = s + j; }, [&] {
      ag::if_stmt(j > 4, AG_STATE(s, did_break), [&] { did_break = true; }, [&] {
      s += 1;
    }); }); });
    ag::if_stmt(result.pending(), AG_STATE(s), [&] { s += 10;
  }); });
  return result.value_or([&] { ag::print("fell out");
  return s;
}); }
