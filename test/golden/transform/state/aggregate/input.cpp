#include <ag/ag.h>
using ag::Tensor;

struct Cell {
  Tensor h, c;
};
AG_CONVERT Tensor f(Tensor n) {
  Cell s{0, 1};
  if (n > 2) s = {s.c, n};
  else s.h = n;
  return s.h * 10 + s.c;
}
