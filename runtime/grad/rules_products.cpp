/// The gradients of matrix products and of linear algebra.
#include "grad/pullback.h"

namespace ag::grad {

namespace {

using ops::Op;

/// `x` with its leading axes flattened into one.
Tensor stacked_rows(const Tensor& x, const Tensor& length) { return reshape(x, {Dim(-1), Dim(length)}); }

void give_matmul(Pullback& p) {
  const int64_t left = p.rank(0), right = p.rank(1);
  const Tensor g = p.g();
  if (left == 1 && right == 1) {
    if (p.wants(0)) p.give(0, g * p.x(1));
    if (p.wants(1)) p.give(1, g * p.x(0));
    return;
  }
  if (right == 1) {
    if (p.wants(0)) p.give(0, column(g) * p.x(1));
    if (p.wants(1)) p.give(1, squeeze(matmul(transpose(p.x(0)), column(g)), -1));
    return;
  }
  if (left == 1) {
    if (p.wants(0)) p.give(0, squeeze(matmul(p.x(1), column(g)), -1));
    if (p.wants(1)) p.give(1, column(p.x(0)) * row(g));
    return;
  }
  if (p.wants(0)) p.give(0, matmul(g, transpose(p.x(1))));
  if (!p.wants(1)) return;
  const Shape& a = p.type(0).shape;
  if (a[a.size() - 2] == 1) {  // an elementwise outer product, to which a loop adds in place
    Extents turned = p.extents(0);
    std::swap(turned.shape[a.size() - 2], turned.shape[a.size() - 1]);
    return p.give(1, reshaped(p.x(0), turned) * g);
  }
  if (left > 2 && right == 2) {  // one product instead of a sum of many
    const Tensor rows = stacked_rows(p.x(0), p.extent(0, -1));
    return p.give(1, matmul(transpose(rows), stacked_rows(g, p.extent(1, -1))));
  }
  p.give(1, matmul(transpose(p.x(0)), g));
}

/// Adds to the gradients of a and b in a x = b. solve_transposed(g) solves with the transpose of a; of_matrix(g) is the
/// part of a gradient that belongs to elements of a that are read.
template <class Solve, class Part>
void give_solution(Pullback& p, Solve&& solve_transposed, Part&& of_matrix) {
  const bool vectors = p.rank(0) > 2 && p.rank(1) == 1;  // one vector for each matrix
  const Tensor of_b = vectors ? squeeze(solve_transposed(column(p.g())), -1) : solve_transposed(p.g());
  if (p.wants(1)) p.give(1, of_b);
  if (!p.wants(0)) return;
  p.give(0, of_matrix(p.rank(1) == 1 ? -(column(of_b) * row(p.y())) : -matmul(of_b, transpose(p.y()))));
}

void give_solve(Pullback& p) {
  const Tensor turned = transpose(p.x(0));
  give_solution(p, [&](const Tensor& g) { return solve(turned, g); }, [](const Tensor& g) { return g; });
}

void give_solve_triangular(Pullback& p) {
  const bool lower = p.attribute<bool>(0);
  const Tensor turned = transpose(p.x(0));
  give_solution(
      p, [&](const Tensor& g) { return solve_triangular(turned, g, !lower); },
      [&](const Tensor& g) { return lower ? tril(g) : triu(g); });
}

void give_cholesky(Pullback& p) {
  const Tensor factor = p.y(), turned = transpose(factor);
  const Tensor product = matmul(turned, p.g());
  const Tensor inner = 0.5 * (tril(product) + tril(product, -1));  // lower triangle with half of the diagonal
  const Tensor half = solve(turned, inner);
  const Tensor whole = transpose(solve(turned, transpose(half)));
  p.give(0, 0.5 * (whole + transpose(whole)));
}

constexpr RuleRow kProductRules[] = {
    {Op::matmul, give_matmul},
    {Op::solve, give_solve},
    {Op::solve_triangular, give_solve_triangular},
    {Op::cholesky, give_cholesky},
    {Op::inv,
     [](Pullback& p) {
       const Tensor turned = transpose(p.y());
       p.give(0, -matmul(matmul(turned, p.g()), turned));
     }},
    {Op::det, [](Pullback& p) { p.give(0, column(column(p.g() * p.y())) * transpose(inv(p.x()))); }},
};

}  // namespace

std::span<const RuleRow> product_rules() { return kProductRules; }

}  // namespace ag::grad
