#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x, int n) {
  auto larger = [](auto a, auto b) {
    if (a > b) return a;
    return b;
  };
  auto root = [](auto value) {
    auto guess = value;
    while (guess * guess > value) guess = guess - 1;
    return guess;
  };
  return larger(x, Tensor(1)) + root(n) * root(7);
}
