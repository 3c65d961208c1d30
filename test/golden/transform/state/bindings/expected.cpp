#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
#include <utility>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor n) {
  auto [a, b] = std::pair<Tensor, Tensor>(0, 1);
  ag::while_stmt([&] { return n > 0; }, AG_STATE(n, a, b), [&] {
    Tensor t = a + b;
    a = b;
    b = t;
    n -= 1;
  });
  return a;
}
