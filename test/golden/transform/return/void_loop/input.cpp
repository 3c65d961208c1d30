#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT void f(Tensor x) {
  while (x > 0) {
    x -= 1;
    if (x == 3) return;
    ag::print(x);
  }
  ag::print("end");
}
