#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  Tensor s = 0;
  ag::Flag did_break; ag::for_stmt(std::initializer_list<int>{1, 2, 3, 4}, AG_STATE(s).until(did_break), [&](int k) {
    ag::if_stmt(x < k, AG_STATE(s, did_break), [&] { did_break = true; }, [&] {
    s += k;
  }); });
  ag::Flag did_break_2; ag::for_stmt(ag::range(5), AG_STATE(s).until(did_break_2), [&](auto i) {
    ag::if_stmt(s > 4, AG_STATE(s, did_break_2), [&] { did_break_2 = true; }, [&] {
    s += i;
  }); });
  return s;
}
