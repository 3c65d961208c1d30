#include <ag/staging/generated.h>
#line 1 "input.cpp"
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
    ag::if_stmt(x > y, AG_STATE(x, y), [&] { swap(); });
    ag::if_stmt(x < 0, AG_STATE(x), [&] { clear_x(); });
  }
  AG_CONVERT void assign(Pair other, Tensor when) {
    ag::if_stmt(when > 0, AG_STATE(x, y), [&] { *this = other; });
  }
};
