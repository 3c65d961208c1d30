#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT void f(Tensor& x, bool twice) {
  auto grow = [&x, twice]() -> void {
    if (x > 5) return;
    x += 1;
    if (twice) x += 1;
  };
  grow();
}
