#include <ag/ag.h>
using ag::Tensor;

AG_CONVERT void f(Tensor x) {
  if (x < 0) return;
  ag::print("one");
  if (x > 5) {
    ag::print("two");
    return;
  }
  ag::print("three");
}
