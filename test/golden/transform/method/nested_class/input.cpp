#include <ag/ag.h>
using ag::Tensor;

struct Cell {
  struct Inner {
    int a = 1;
    double b = 2;
  } in, spare{3, 4};
  void bump() {
    auto& inner = in;
    inner.a += 1;
    const double& old = in.b;
    in.b = old + 1;
  }
};

AG_FUNCTION double f(Tensor x) {
  Cell cell;
  if (x > 0) cell.bump();
  if (x > 1) cell.in.a = 10;
  const Cell::Inner inner = cell.in;
  return inner.a + inner.b + cell.spare.b;
}
