#include <ag/ag.h>
using ag::Tensor;

struct Cell {
  Tensor c, h;
};
struct Net {
  Cell cell;
  Tensor weight, steps = 0;

  AG_CONVERT Tensor step(Tensor x, Tensor n) {
    while (n > 0) {
      cell.c = cell.c * weight + x;
      if (cell.c > 10) this->cell.h = cell.c;
      n -= 1;
    }
    return cell.h;
  }
  AG_CONVERT void reset(Tensor when) {
    if (when > 0) {
      cell = {0, 0};
      steps += 1;
    } else {
      cell.h = 1;
    }
  }
};
