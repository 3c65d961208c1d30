#include <ag/ag.h>
using ag::Tensor;

constexpr int rounds(int n) {
#if defined(__GNUC__)  // every compiler here
  return n * 2;
#else
  return n;
#endif
}

AG_CONVERT Tensor f(Tensor x) {
  int n = 0;
  while (x < 10) {
    x = x + 1;
    ++n;
  }
  return x + rounds(n) + rounds(3);
}
