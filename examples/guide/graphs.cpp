// The graph of a traced function.
#include "guide.h"

using ag::Tensor;

namespace {

Tensor inner(Tensor x, Tensor y, Tensor b) {
  x = ag::matmul(x, y);
  x = x + b;
  return x;
}

// A called function is traced with its caller.
AG_FUNCTION Tensor outer(Tensor x) {
  Tensor y = ag::tensor({{2.0}, {3.0}});
  Tensor b = 4.0;
  return inner(x, y, b);
}

AG_FUNCTION Tensor simple_relu(Tensor x) {
  if (x > 0) {
    return x;
  } else {
    return 0;
  }
}

AG_FUNCTION Tensor my_relu(Tensor x) { return ag::maximum(0.0, x); }

// The row is unused, so its index is not checked.
AG_FUNCTION Tensor unused_row(Tensor x) {
  ag::take(x, ag::tensor({1}), 0);
  return x;
}

AG_FUNCTION Tensor power(Tensor x, int y) {
  Tensor result = ag::eye(2, ag::int32);
  for (int i = 0; i < y; ++i) result = ag::matmul(x, result);
  return result;
}

}  // namespace

void graphs() {
  std::cout << outer(ag::tensor({{1.0, 2.0}})) << "\n";
  std::cout << simple_relu(ag::tensor(1)) << " " << simple_relu(ag::tensor(-1)) << "\n";
  if (AG_CONVERTED) trace(ag::function_of(simple_relu).graph(ag::tensor(1)).str());

  std::cout << my_relu(ag::tensor(5.5)) << " " << my_relu(ag::tensor({1, -1})) << " " << my_relu(ag::tensor({3., -3.}))
            << "\n";
  std::cout << my_relu(ag::tensor(-2.5)) << " " << my_relu(ag::tensor({-1., 1.})) << "\n";
  trace(std::to_string(ag::function_of(my_relu).tracing_count()) + " graphs");

  attempt("unused row", [] { unused_row(ag::tensor({0.0})); });
  std::cout << power(ag::tensor({{1, 1}, {1, 0}}), 10) << "\n";
}
