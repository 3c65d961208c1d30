// Subscripts with several integer tensors, chained assignments to elements.
#include "harness.h"

using ag::Tensor, ag::all, ag::slice;

namespace index_arrays_programs {
namespace {

AG_FUNCTION Tensor reads(Tensor x, Tensor i, Tensor j) { return x(i, j) * 2 + x(j, i) + x(0, j); }

AG_FUNCTION Tensor diagonal_sum(Tensor x) {
  Tensor i = ag::arange(x.shape(0));
  return ag::sum(x(i, i)) - ag::sum(x(i, x.shape(0) - 1 - i));
}

AG_FUNCTION Tensor writes(Tensor x, Tensor i, Tensor j) {
  x(i, j) = -1;
  x(j, i) += 10;
  return x;
}

AG_FUNCTION Tensor around(Tensor x, Tensor i, Tensor j) {
  Tensor cube = ag::reshape(ag::arange(18.0), {3, 2, 3}) * x(0, 0);
  cube(i, all, j) = ag::expand_dims(x(i, j), 1);
  return ag::sum(cube(i, slice(0, 1), j)) + cube;
}

/// Marks the cells of a board that a walk visits.
AG_FUNCTION Tensor visits(Tensor x, Tensor steps) {
  Tensor i = ag::tensor({0, 1}), j = ag::tensor({2, 0});
  for (Tensor t : ag::range(steps)) {
    if (x(t % 3, t % 3) > 0) {
      x(i, j) += t;
    } else {
      x(j, i) -= 1;
    }
    i = (i + 1) % 3;
  }
  return x;
}

AG_FUNCTION Tensor chained(Tensor x, Tensor steps) {
  Tensor y = ag::zeros_like(x);
  for (Tensor t : ag::range(steps)) {
    y(0, t) = x(t, 1) = x[0][0] = x(t, t) + 1;
    y(1, slice(0, 2)) = y(2, slice(1, 3)) += x(t, slice(1, 3));
  }
  return x + y * 2;
}

AG_FUNCTION Tensor outside(Tensor x, Tensor i, Tensor j) { return x(i, j + 1); }

}  // namespace
}  // namespace index_arrays_programs

void e2e::index_arrays() {
  using namespace index_arrays_programs;
  const Tensor x = ag::reshape(ag::arange(9.0) - 4, {3, 3});
  for (const Tensor& i : {ag::tensor({0, 2}), ag::tensor({-1, 0}), ag::tensor({1, 1})}) {
    const Tensor j = ag::tensor({1, 0});
    run("reads", reads, x, i, j);
    run("writes", writes, x, i, j);
    run("around", around, x, i, j);
    run("outside", outside, x, i, j + 1);
  }
  run("diagonal_sum", diagonal_sum, x);
  run("visits", visits, x, ag::tensor(5));
  run("chained", chained, x, ag::tensor(3));
}
