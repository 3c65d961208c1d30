#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

struct Cell {
  Tensor c, h;
};
struct Net {
  Cell cell;
  Tensor weight, steps = 0;

  AG_CONVERT Tensor step(Tensor x, Tensor n) {
    ag::while_stmt([&] { return n > 0; }, AG_STATE(n, cell.c, cell.h), [&] {
      cell.c = cell.c * weight + x;
      ag::if_stmt(cell.c > 10, AG_STATE(cell.h), [&] { this->cell.h = cell.c; });
      n -= 1;
    });
    return cell.h;
  }
  AG_CONVERT void reset(Tensor when) {
    ag::if_stmt(when > 0, AG_STATE(cell, steps), [&] {
      cell = {0, 0};
      steps += 1;
    }, [&] {
      cell.h = 1;
    });
  }
};
