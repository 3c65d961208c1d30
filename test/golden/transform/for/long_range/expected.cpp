#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

// Ranges and counters with many iterations, as their constants say.
AG_CONVERT Tensor f(Tensor x) {
  ag::for_stmt(ag::staged(ag::range(1000)), AG_STATE(x), [&](ag::Staged<int> k) { x = x + k; });
  ag::for_stmt(ag::staged(ag::range(10, 10000, 5)), AG_STATE(x), [&](ag::Staged<int> k) { x = x * 0.5 + k; });
  for (int k : ag::range(4)) x = x - k;
  ag::Staged<int> left = 500;
  ag::while_stmt([&] { return left-- > 0; }, AG_STATE(x, left), [&] { x = x * 0.5; });
  { ag::Staged<int> k = 300; ag::while_stmt([&] { return k-- > 0; }, AG_STATE(x, k), [&] { x = x + k; }); }
  return x;
}
