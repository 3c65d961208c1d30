#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT void f_staged(Tensor& x, ag::Staged<bool> twice) {
  auto grow = [&x, twice]() -> void {
    ag::if_stmt(x > 5, AG_STATE(x), [&] { return; }, [&] {
    x += 1;
    ag::if_stmt(twice, AG_STATE(x), [&] { x += 1; });
  }); };
  grow();
} void f(Tensor& x, bool twice) { f_staged(x, twice); }
