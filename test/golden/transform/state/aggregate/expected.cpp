#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

struct Cell {
  Tensor h, c;
};
AG_CONVERT Tensor f(Tensor n) {
  Cell s{0, 1};
  ag::if_stmt(n > 2, AG_STATE(s), [&] { s = {s.c, n}; },
  [&] { s.h = n; });
  return s.h * 10 + s.c;
}
