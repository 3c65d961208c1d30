#include <ag/ag.h>
using ag::Tensor;

int over(int k) { return k; }
int over(double k) { return static_cast<int>(k) + 1; }
AG_CONVERT Tensor f(Tensor x) {
  int n = 0;
  if (x > 0) n = 2;
  return x + over(n) + over(0.5 * n) + over(2.5);
}
