#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>

#include <utility>

using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  auto [value, rounds] = ag::staged(std::pair<Tensor, int>{x, 0});
  ag::while_stmt([&] { return value > 1; }, AG_STATE(value, rounds), [&] {
    value = value / 2;
    ++rounds;
  });
  return value * rounds;
}
