#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f_staged(Tensor x, ag::Staged<int> n) {
  auto larger = [](auto a, auto b) {
    return ag::if_else(a > b, [&] { return a; }, [&] {
    return b;
  }); };
  auto root = [](auto value) {
    ag::Staged<int> guess = value;
    ag::while_stmt([&] { return guess * guess > value; }, AG_STATE(guess), [&] { guess = guess - 1; });
    return guess;
  };
  return larger(x, Tensor(1)) + root(n) * root(7);
} Tensor f(Tensor x, int n) { return f_staged(x, n); }
