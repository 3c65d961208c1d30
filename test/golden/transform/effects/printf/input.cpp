#include <ag/ag.h>

#include <cstdio>
using ag::Tensor;

AG_CONVERT void f(Tensor x, const char* name) {
  double error = 1;
  int n = 0;
  while (error > 0.1) {
    error = double(ag::max(x)) / 2;
    x = x / 2;
    ++n;
    std::printf("%s: %5.2f after %d rounds, %d%%\n", name, error, n, int(100 * error));
    if (n > 3) printf("long\n");
  }
}
