#include <ag/ag.h>

#include <tuple>
using ag::Tensor;

AG_FUNCTION Tensor f(Tensor x) {
  int n = int(x);
  auto [i, y] = ag::while_loop([&](Tensor i, Tensor y) { return i < n && y < 100; },
                               [](Tensor i, Tensor y) { return std::tuple(i + 1, y * 2); }, 0, x);
  return y + ag::cond(x > 1, [&] { return n; }, [&]() -> int { return n * 2; });
}
