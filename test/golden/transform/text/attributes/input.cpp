#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x, [[maybe_unused]] int k) {
  [[maybe_unused]] Tensor y = x;
  if (x > 3) [[likely]] {
    x -= 1;
  } else [[unlikely]] {
    x += 1;
  }
  if (x > 2) [[unlikely]] return x;
  [[likely]] while (x > 0) { x -= 1; }
  return y;
}
