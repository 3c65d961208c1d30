#include <ag/ag.h>

#include <vector>
using ag::Tensor;

struct Bin {
  double sum = 0;
  int count = 0;
  void add(double x) {
    sum += x;
    ++count;
  }
};

AG_CONVERT Tensor chosen(Tensor a, Tensor b) {
  (a > 0 ? a : b) = 3;
  return a + b;
}
AG_FUNCTION int signs(Tensor xs) {
  int negative = 0, zero = 0, positive = 0;
  for (Tensor x : xs) ++(x < 0 ? negative : x > 0 ? positive : zero);
  return 100 * negative + 10 * zero + positive;
}
AG_FUNCTION double by_the_host(Tensor x, bool first) {
  double a = 0, b = 0;
  (first ? a : b) += double(x);
  return a + 10 * b;
}
