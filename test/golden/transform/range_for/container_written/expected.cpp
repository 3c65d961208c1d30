#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
#include <vector>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor n) {
  std::vector<Tensor> t{1, 2, 3};
  ag::Flag did_break; ag::for_stmt(t, AG_STATE(t).until(did_break), [&](auto& v) {
    ag::if_stmt(v == n, AG_STATE(t, did_break), [&] { did_break = true; }, [&] {
    v = v * n;
  }); });
  return t[0] + t[1] + t[2];
}
