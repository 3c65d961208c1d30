/// Rows of runtime/grad/rules_reduction.cpp and rules_products.cpp.
#include "grad/rows.h"

namespace ag::test {

namespace {

using X = const std::vector<Tensor>&;
using Reduction = Tensor (*)(const TensorArg&, const Axes&, KeepDims);

void add_reduction(std::vector<GradientRow>& rows, const char* name, Reduction function, double low = -1.9,
                   double high = 1.8) {
  rows.push_back({name, "all", {numbers({2, 3}, low, high)}, [function](X x) { return function(x[0], {}, {}); }});
  rows.push_back(
      {name, "axes", {numbers({2, 3, 2}, low, high, 2)}, [function](X x) { return function(x[0], {0, 2}, {}); }});
  rows.push_back(
      {name, "kept", {numbers({2, 3}, low, high, 3)}, [function](X x) { return function(x[0], -1, keepdims); }});
}

GradientRow one(const char* op, const char* label, const Shape& shape, std::function<Tensor(const Tensor&)> call) {
  return {op, label, {numbers(shape, -1.2, 1.3)}, [call](X x) { return call(x[0]); }};
}

GradientRow product(const char* label, const Shape& a, const Shape& b) {
  return {"matmul", label, {numbers(a, -1, 1, 1), numbers(b, -1, 1, 2)}, [](X x) { return matmul(x[0], x[1]); }};
}

/// Positive definite, from any matrix.
Tensor definite(const Tensor& x) { return matmul(x, transpose(x)) + 2.0 * eye(3, float64); }

}  // namespace

std::vector<GradientRow> reduction_gradients() {
  std::vector<GradientRow> rows;
  add_reduction(rows, "sum", &sum);
  add_reduction(rows, "mean", &mean);
  add_reduction(rows, "max", &max);
  add_reduction(rows, "min", &min);
  add_reduction(rows, "prod", &prod);
  add_reduction(rows, "logsumexp", &logsumexp);
  add_reduction(rows, "sqrt", &norm);
  add_reduction(rows, "square",
                [](const TensorArg& x, const Axes& axes, KeepDims keep) { return var(x, axes, keep, 1); });
  const std::vector<GradientRow> others{
      {"prod", "with a zero", {tensor({1.5, 0.0, -2.0}, float64)}, [](X x) { return prod(x[0]); }, false},
      one("cumulative_sum", "", {2, 4}, [](const Tensor& x) { return square(cumulative_sum(x, 1)); }),
      one("cumulative_prod", "", {2, 4}, [](const Tensor& x) { return cumulative_prod(x, 1); }),
      {"cumulative_prod",
       "with zeros",
       {tensor({1.5, 0.0, -2.0, 0.0, 0.5}, float64)},
       [](X x) { return square(cumulative_prod(x[0]) + 1.0); },
       false},
      one("softmax", "", {2, 4}, [](const Tensor& x) { return softmax(x); }),
      one("softmax", "another axis", {3, 2}, [](const Tensor& x) { return softmax(x, 0); }),
      one("log_softmax", "", {2, 4}, [](const Tensor& x) { return log_softmax(x); }),
      one("sort", "", {2, 4}, [](const Tensor& x) { return square(sort(x)); }),
      one("sort", "from the greatest", {3, 2}, [](const Tensor& x) { return square(sort(x, 0, true)); }),
      one("top_k", "", {2, 5}, [](const Tensor& x) { return square(top_k(x, 2).values); }),
      one("append", "by stacking in a loop", {2, 3}, [](const Tensor& x) { return square(stack({x[0], x[1]})); }),
      product("matrices", {2, 3}, {3, 4}),
      product("vectors", {3}, {3}),
      product("matrix and vector", {2, 3}, {3}),
      product("vector and matrix", {3}, {3, 2}),
      product("stacks", {2, 2, 3}, {2, 3, 2}),
      product("repeated stacks", {2, 1, 2, 3}, {3, 3, 2}),
      product("stack and matrix", {2, 2, 3}, {3, 2}),
      product("matrix and stack", {2, 3}, {2, 3, 2}),
      product("stack and vector", {2, 2, 3}, {3}),
      product("vector and stack", {3}, {2, 3, 2}),
      {"solve",
       "vector",
       {numbers({3, 3}, -1, 1), numbers({3}, -1, 1, 2)},
       [](X x) { return solve(x[0] + 2.0 * eye(3, float64), x[1]); }},
      {"solve",
       "matrices",
       {numbers({2, 3, 3}, -1, 1), numbers({3, 2}, -1, 1, 2)},
       [](X x) { return solve(x[0] + 2.0 * eye(3, float64), x[1]); }},
      {"solve",
       "vector for matrices",
       {numbers({2, 3, 3}, -1, 1), numbers({3}, -1, 1, 2)},
       [](X x) { return solve(x[0] + 2.0 * eye(3, float64), x[1]); }},
      {"solve_triangular",
       "lower, vector",
       {numbers({3, 3}, -1, 1), numbers({3}, -1, 1, 2)},
       [](X x) { return solve_triangular(x[0] + 2.0 * eye(3, float64), x[1]); }},
      {"solve_triangular",
       "upper, stacks",
       {numbers({2, 3, 3}, -1, 1), numbers({3, 2}, -1, 1, 2)},
       [](X x) { return solve_triangular(x[0] + 2.0 * eye(3, float64), x[1], false); }},
      one("inv", "", {3, 3}, [](const Tensor& x) { return inv(x + 2.0 * eye(3, float64)); }),
      one("det", "", {2, 3, 3}, [](const Tensor& x) { return det(x); }),
      one("cholesky", "", {3, 3}, [](const Tensor& x) { return cholesky(definite(x)); }),
      {"diag", "trace", {numbers({2, 3, 3}, -1, 1)}, [](X x) { return square(trace(x[0])); }, true, false},
      {"matmul",
       "tensordot",
       {numbers({2, 2, 3}, -1, 1), numbers({2, 3, 2}, -1, 1, 2)},
       [](X x) { return tensordot(x[0], x[1], 2); }},
      {"multiply",
       "vecdot",
       {numbers({2, 3}, -1, 1), numbers({2, 3}, -1, 1, 2)},
       [](X x) { return vecdot(x[0], x[1]); }},
      {"multiply", "outer", {numbers({2}, -1, 1), numbers({3}, -1, 1, 2)}, [](X x) { return outer(x[0], x[1]); }},
  };
  rows.insert(rows.end(), others.begin(), others.end());
  return rows;
}

}  // namespace ag::test
