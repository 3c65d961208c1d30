#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor n) {
  ag::Return<Tensor> result; ag::while_stmt([&] { return true; }, AG_STATE(n).until(result), [&] {
    n += 3;
    ag::if_stmt(n > 10, AG_STATE(result), [&] { result = n; }, [&] {
    ag::if_stmt(n == 7, AG_STATE(result), [&] { result = -n; });
  }); }); return result.value();
}
