#include <ag/staging/generated.h>
#line 1 "input.cpp"
#undef NDEBUG
#include <ag/ag.h>

#include <cassert>
using ag::Tensor;

AG_CONVERT Tensor f_staged(Tensor x, Tensor n, ag::Staged<int> k) {
  ag::check(k > 0, "k > 0");
  ag::check(ag::and_then(x > 0, [&] { return "x has to be positive"; }), "x > 0 && \"x has to be positive\"");
  ag::while_stmt([&] { return n > 0; }, AG_STATE(n), [&] {
    ag::check(ag::all(x < 100), "ag::all(x < 100)");
    n -= 1;
  });
  return x;
} Tensor f(Tensor x, Tensor n, int k) { return f_staged(x, n, k); }
