/// The gradients of matrix decompositions. They exist if the singular values or eigenvalues are distinct, and only for
/// quantities that the decomposition determines: the eigenvectors of equal eigenvalues are not unique.
#include "grad/pullback.h"

namespace ag::grad {

namespace {

using ops::Op;

/// 1 / (values[j] - values[i]), and 0 where the difference is 0, as on the diagonal.
Tensor inverse_differences(const Tensor& values) {
  const Tensor differences = row(values) - column(values);
  const Tensor on_diagonal = differences == 0;
  return where(on_diagonal, zeros_like(differences), 1.0 / where(on_diagonal, ones_like(differences), differences));
}

void give_qr(Pullback& p) {
  const Shape& x = p.type().shape;
  p.rank();
  const int64_t rows = x[x.size() - 2], columns = x.back();
  if (rows == unknown || columns == unknown || rows < columns || (p.attribute<bool>(0) && rows != columns)) {
    p.fail(
        "is known for matrices that have no fewer rows than columns, as far as the graph knows, and a Q with as many "
        "columns as they have");
  }
  const Tensor q = p.y(0), r = p.y(1);
  const Tensor inner = matmul(r, transpose(p.g(1))) - matmul(transpose(p.g(0)), q);
  const Tensor symmetric = tril(inner) + transpose(tril(inner, -1));
  const Tensor turned = p.g(0) + matmul(q, symmetric);
  p.give(0, transpose(solve(r, transpose(turned))));
}

void give_eigh(Pullback& p) {
  const Tensor vectors = p.y(1), turned = transpose(vectors);
  Tensor all;
  if (p.has_g(0)) all = matmul(vectors * row(p.g(0)), turned);
  if (p.has_g(1)) {
    const Tensor inner = inverse_differences(p.y(0)) * matmul(turned, p.g(1));
    const Tensor part = matmul(matmul(vectors, inner), turned);
    all = all.defined() ? all + part : part;
  }
  if (all.defined()) p.give(0, 0.5 * (all + transpose(all)));
}

void give_svd(Pullback& p) {
  const Shape& x = p.type().shape;
  p.rank();
  const int64_t rows = x[x.size() - 2], columns = x.back();
  const bool vectors = p.has_g(0) || p.has_g(2);
  const bool full = p.attribute<bool>(0) && (rows != columns || rows == unknown);
  if (full && vectors) {
    p.fail(
        "is known of the singular values, and of the vectors without full_matrices, or of square matrices as far as "
        "the graph knows");
  }
  // The reduced decomposition: only vectors that belong to singular values.
  const SVD parts = full ? svd(p.x(), false) : SVD{p.y(0), p.y(1), p.y(2)};
  const Tensor &u = parts.U, &s = parts.S, &vt = parts.Vh;
  Tensor inner;
  const auto add = [&](const Tensor& part) { inner = inner.defined() ? inner + part : part; };
  Tensor outer;
  const auto add_outer = [&](const Tensor& part) { outer = outer.defined() ? outer + part : part; };
  const Tensor ut = transpose(u), v = transpose(vt);
  if (vectors) {
    const Tensor squares = inverse_differences(square(s));
    const auto skew = [](const Tensor& x) { return x - transpose(x); };
    if (p.has_g(0)) {
      add(skew(matmul(ut, p.g(0))) * squares * row(s));
      if (rows == unknown || columns == unknown || rows > columns) {
        const Tensor scaled = p.g(0) / row(s);
        add_outer(matmul(scaled - matmul(u, matmul(ut, scaled)), vt));
      }
    }
    if (p.has_g(2)) {
      const Tensor gv = transpose(p.g(2));
      add(column(s) * skew(matmul(vt, gv)) * squares);
      if (rows == unknown || columns == unknown || columns > rows) {
        const Tensor scaled = transpose(gv / row(s));
        add_outer(matmul(u, scaled - matmul(matmul(scaled, v), vt)));
      }
    }
  }
  if (p.has_g(1)) add_outer(matmul(u * row(p.g(1)), vt));
  if (inner.defined()) add_outer(matmul(matmul(u, inner), vt));
  if (outer.defined()) p.give(0, outer);
}

constexpr RuleRow kDecompositionRules[] = {
    {Op::qr, give_qr},
    {Op::eigh, give_eigh},
    {Op::svd, give_svd},
};

}  // namespace

std::span<const RuleRow> decomposition_rules() { return kDecompositionRules; }

}  // namespace ag::grad
