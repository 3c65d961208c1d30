#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f_staged(Tensor x, [[maybe_unused]] ag::Staged<int> k) {
  [[maybe_unused]] Tensor y = x;
  ag::if_stmt(x > 3, AG_STATE(x), [&] {
    x -= 1;
  }, [&] {
    x += 1;
  });
  return ag::if_else<Tensor>(x > 2, [&] { [[unlikely]] return x; }, [&] {
  ag::while_stmt([&] { return x > 0; }, AG_STATE(x), [&] { x -= 1; });
  return y;
}); } Tensor f(Tensor x, [[maybe_unused]] int k) { return f_staged(x, k); }
