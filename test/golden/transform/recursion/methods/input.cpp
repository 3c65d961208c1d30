#include <ag/ag.h>
using ag::Tensor;

struct Counter {
  int calls = 0;
  int down(int n) {
    ++calls;
    if (n <= 0) return calls;
    return down(n - 1);
  }
  static int gcd(int a, int b) { return b == 0 ? a : gcd(b, a % b); }
};

struct Power {
  Tensor base;
  Tensor of(Tensor n) const {
    if (n < 1) return base * 0 + 1;
    return base * of(n - 1);
  }
};

AG_FUNCTION Tensor both(Tensor x) {
  Counter counter;
  const int n = counter.down(int(x));
  return Power{x}.of(x) + n + Counter::gcd(n, int(x));
}
