/// Rows of runtime/grad/rules_shape.cpp.
#include "grad/rows.h"

namespace ag::test {

namespace {

using X = const std::vector<Tensor>&;

/// Squared, so that there is a second derivative.
GradientRow row(const char* op, const char* label, const Shape& shape, std::function<Tensor(const Tensor&)> call,
                bool open = true) {
  return {op, label, {numbers(shape, -1, 1)}, [call](X x) { return call(x[0] * x[0]); }, true, open};
}

}  // namespace

std::vector<GradientRow> shape_gradients() {
  return {
      row("full", "", {}, [](const Tensor& x) { return full({2, 3}, x); }),
      row("tril", "", {3, 4}, [](const Tensor& x) { return tril(x, 1); }),
      row("triu", "", {3, 4}, [](const Tensor& x) { return triu(x, -1); }),
      row("diag", "of a vector", {3}, [](const Tensor& x) { return diag(x, -1); }),
      row(
          "diag", "of a matrix", {3, 4}, [](const Tensor& x) { return diag(x, 1); }, false),
      row(
          "diag", "of matrices", {2, 4, 3}, [](const Tensor& x) { return diag(x, -1); }, false),
      row("reshape", "", {2, 6}, [](const Tensor& x) { return reshape(x, {3, -1}); }),
      row("permute_dims", "", {2, 3, 4}, [](const Tensor& x) { return permute_dims(x, {2, 0, 1}); }),
      row("expand_dims", "", {2, 3}, [](const Tensor& x) { return expand_dims(x, -1); }),
      row("squeeze", "", {1, 3, 1}, [](const Tensor& x) { return squeeze(x, {2, 0}); }),
      row("broadcast_to", "", {3, 1}, [](const Tensor& x) { return broadcast_to(x, {2, 3, 4}); }),
      row("flip", "", {2, 3}, [](const Tensor& x) { return flip(x, 1); }),
      row("roll", "", {2, 5}, [](const Tensor& x) { return roll(x, 2, 1); }),
      row("repeat", "", {2, 3}, [](const Tensor& x) { return repeat(x, 2, 1); }),
      row("tile", "more axes", {2, 3}, [](const Tensor& x) { return tile(x, {2, 1, 3}); }),
      row("tile", "fewer axes", {2, 3}, [](const Tensor& x) { return tile(x, {2}); }),
      {"pad",
       "",
       {numbers({2, 3}, -1, 1), numbers({}, -1, 1, 2)},
       [](X x) { return pad(x[0] * x[0], {{1, 0}, {0, 2}}, x[1] * x[1]); }},
      {"concat",
       "",
       {numbers({2, 3}, -1, 1, 1), numbers({2, 1}, -1, 1, 2), numbers({2, 2}, -1, 1, 3)},
       [](X x) { return concat({x[0] * x[0], x[1], x[2] * x[1]}, -1); }},
      {"stack",
       "",
       {numbers({2, 3}, -1, 1, 1), numbers({2, 3}, -1, 1, 2)},
       [](X x) { return stack({x[0] * x[0], x[1]}, 1); }},
      row("broadcast_to", "twice", {3, 1}, [](const Tensor& x) { return square(broadcast_to(x, {2, 3, 4})); }),
  };
}

}  // namespace ag::test
