#include <ag/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT void f(Tensor& x, bool twice) {
  auto grow = [&x, twice]() -> void {
    ag::if_stmt(x > 5, AG_STATE(x), [&] { return; }, [&] {
    x += 1;
    if (twice) x += 1;
  }); };
  grow();
}
