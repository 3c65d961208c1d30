#include <ag/ag.h>
using ag::Tensor;

struct Pair {
  Tensor x, y;
  void swap() {
    Tensor old = x;
    x = y;
    y = old;
  }
  void clear_x() { x = 0; }
  AG_CONVERT void sort() {
    if (x > y) swap();
    if (x < 0) clear_x();
  }
  AG_CONVERT void assign(Pair other, Tensor when) {
    if (when > 0) *this = other;
  }
};
