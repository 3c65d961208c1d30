#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT Tensor f(Tensor x) {
  int n = 0;
  while (x < 10) {
    x = x + 1;
    ++n;
  }
  auto larger = []<class T>(T a, T b) { return a > b ? a : b; };
  auto scaled = []<class T, class U>(T a, const U& b, T c) { return a * b + c; };
  return x + larger(n, 3) + larger(2, n) + larger(4, 5) + scaled(n, 0.5, 1) + scaled(1, n, 2);
}
