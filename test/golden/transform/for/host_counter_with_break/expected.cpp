#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
#include <vector>
using ag::Tensor;

AG_CONVERT Tensor f_staged(Tensor x, ag::staged_t<std::vector<int>> w) {
  ag::Flag did_break; for (size_t k = 0; k < w.size() && !ag::host_condition(did_break); ++k) { ag::if_stmt(!did_break, AG_STATE(x, did_break), [&] {
    x = x + w[k];
    ag::if_stmt(x > 5, AG_STATE(x, did_break), [&] { did_break = true; }, [&] {
    x = x * 2;
  }); }); }
  return x;
} Tensor f(Tensor x, std::vector<int> w) { return f_staged(x, ag::staged(w)); }
