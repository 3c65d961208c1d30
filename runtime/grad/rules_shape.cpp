/// The gradients of operations that move elements: the inverse movement.
#include <algorithm>

#include "grad/pullback.h"
#include "tensor/axis.h"

namespace ag::grad {

namespace {

using ops::Op;
using Ints = std::vector<int64_t>;

/// The index x[:, …, last], with `axis` full axes before `last`.
std::vector<Index> along(int64_t axis, const Index& last) {
  std::vector<Index> indices(static_cast<size_t>(axis), Index(all));
  indices.push_back(last);
  return indices;
}

void give_permuted(Pullback& p) {
  const Ints& axes = p.attribute<Ints>(0);
  std::vector<int> back(axes.size());
  for (size_t k = 0; k < axes.size(); ++k) {
    const int64_t rank = static_cast<int64_t>(axes.size());
    back[static_cast<size_t>(axes[k] < 0 ? axes[k] + rank : axes[k])] = static_cast<int>(k);
  }
  p.give(0, permute_dims(p.g(), back));
}

/// Sums the gradients of all copies of an element. `axes` splits the axes of the result into axes of copies and axes of
/// the operand.
void give_repeated(Pullback& p, const std::vector<std::pair<int64_t, int64_t>>& axes) {
  // Each entry is (number of copies, -1) or (0, axis of the operand), in the order of the result.
  Extents split;
  std::vector<int> copies;
  for (const auto& [times, axis] : axes) {
    if (axis < 0) copies.push_back(static_cast<int>(split.shape.size()));
    split.shape.push_back(axis < 0 ? times : p.type().shape[static_cast<size_t>(axis)]);
    if (split.shape.back() == unknown) split.dims.push_back(p.extent(0, axis));
  }
  p.give(0, sum(reshaped(p.g(), split), copies));
}

void give_inner_part(Pullback& p) {  // of pad
  const Ints &before = p.attribute<Ints>(0), &after = p.attribute<Ints>(1);
  std::vector<Index> inner;
  for (size_t axis = 0; axis < before.size(); ++axis) {
    const Slice::Bound stop = after[axis] ? Slice::Bound(Dim(-after[axis])) : Slice::Bound();
    inner.push_back(slice(Dim(before[axis]), stop));
  }
  if (p.wants(0)) p.give(0, inner.empty() ? p.g() : index(p.g(), inner));
  if (p.wants(1)) p.give(1, inner.empty() ? zeros_like(p.g()) : sum(index_update(p.g(), inner, 0.0)));
}

void give_parts(Pullback& p) {  // of concat
  const int64_t axis = p.axis(p.attribute<int64_t>(0));
  // The end of the previous part, once an extent is unknown.
  Tensor start;
  int64_t known = 0;
  for (size_t k = 0; k < p.count(); ++k) {
    const int64_t length = p.type(k).shape.ranked() ? p.type(k).shape[static_cast<size_t>(axis)] : unknown;
    const auto bound = [&] { return start.defined() ? Dim(start) : Dim(known); };
    const Dim from = bound();
    if (start.defined() || length == unknown)
      start = (start.defined() ? start : one() * known) + p.extent(k, axis);
    else
      known += length;
    if (p.wants(k)) p.give(k, index(p.g(), along(axis, slice(from, bound()))));
  }
}

void give_rows(Pullback& p) {  // of stack
  const int64_t attribute = p.attribute<int64_t>(0), axis = detail::from_front(attribute, p.rank() + 1);
  for (size_t k = 0; k < p.count(); ++k) {
    if (p.wants(k)) p.give(k, index(p.g(), along(axis, Index(k))));
  }
}

/// The gradient of squeeze: restores the axes of length 1.
void give_expanded(Pullback& p) {
  std::vector<int64_t> axes;
  for (int64_t axis : p.attribute<Ints>(0)) axes.push_back(p.axis(axis));
  std::sort(axes.begin(), axes.end());
  Tensor g = p.g();
  for (int64_t axis : axes) g = expand_dims(g, static_cast<int>(axis));
  p.give(0, g);
}

/// Matrices with the extents of the operand, with `g` on the k-th diagonals and zeros elsewhere.
Tensor diagonal_matrices(Pullback& p, const Tensor& g, int64_t k) {
  const Shape& shape = p.type().shape;
  const int64_t rows = shape[shape.size() - 2], columns = shape.back(), first = std::max<int64_t>(-k, 0);
  const int64_t length = g.impl()->shape.back();
  if (rows == unknown || columns == unknown || length == unknown) p.fail("the extents of the matrix must be known");
  std::vector<std::pair<int64_t, int64_t>> widths(g.impl()->shape.size());
  widths.back() = {first, rows - first - length};
  const Tensor is_diagonal = arange(columns) - expand_dims(arange(rows), 1) == k;
  return where(is_diagonal, expand_dims(pad(g, widths), -1), 0.0);
}

constexpr RuleRow kShapeRules[] = {
    {Op::full, [](Pullback& p) { p.give(0, sum(p.g())); }},
    {Op::tril, [](Pullback& p) { p.give(0, tril(p.g(), p.attribute<int64_t>(0))); }},
    {Op::triu, [](Pullback& p) { p.give(0, triu(p.g(), p.attribute<int64_t>(0))); }},
    {Op::diag,
     [](Pullback& p) {
       const int64_t k = p.attribute<int64_t>(0);
       p.give(0, p.rank() == 1 ? diag(p.g(), k) : diagonal_matrices(p, p.g(), k));
     }},
    {Op::reshape, [](Pullback& p) { p.give(0, reshaped(p.g(), p.extents())); }},
    {Op::permute_dims, give_permuted},
    {Op::expand_dims,
     [](Pullback& p) {
       const int64_t axis = p.attribute<int64_t>(0);
       p.give(0, squeeze(p.g(), static_cast<int>(detail::from_front(axis, p.rank() + 1))));
     }},
    {Op::squeeze, give_expanded},
    {Op::broadcast_to, [](Pullback& p) { p.give(0, summed_to(p.g(), p.extents())); }},
    {Op::flip,
     [](Pullback& p) {
       std::vector<int> axes;
       for (int64_t axis : p.attribute<Ints>(0)) axes.push_back(static_cast<int>(axis));
       p.give(0, flip(p.g(), axes));
     }},
    {Op::roll,
     [](Pullback& p) { p.give(0, roll(p.g(), -p.attribute<int64_t>(0), static_cast<int>(p.attribute<int64_t>(1)))); }},
    {Op::repeat,
     [](Pullback& p) {
       std::vector<std::pair<int64_t, int64_t>> axes;
       for (int64_t axis = 0; axis < p.rank(); ++axis) {
         axes.emplace_back(0, axis);
         if (axis == p.axis(p.attribute<int64_t>(1))) axes.emplace_back(p.attribute<int64_t>(0), -1);
       }
       give_repeated(p, axes);
     }},
    {Op::tile,
     [](Pullback& p) {
       const Ints& times = p.attribute<Ints>(0);
       const int64_t own = p.rank(), given = static_cast<int64_t>(times.size()), rank = std::max(own, given);
       std::vector<std::pair<int64_t, int64_t>> axes;
       for (int64_t axis = 0; axis < rank; ++axis) {
         if (axis >= rank - given) axes.emplace_back(times[static_cast<size_t>(axis - (rank - given))], -1);
         if (axis >= rank - own) axes.emplace_back(0, axis - (rank - own));
       }
       give_repeated(p, axes);
     }},
    {Op::pad, give_inner_part},
    {Op::concat, give_parts},
    {Op::stack, give_rows},
    {Op::append,
     [](Pullback& p) {
       if (p.wants(0)) p.give(0, index(p.g(), along(0, slice(std::nullopt, -1))));
       if (p.wants(1)) p.give(1, index(p.g(), along(0, Index(-1))));
     }},
};

}  // namespace

std::span<const RuleRow> shape_rules() { return kShapeRules; }

}  // namespace ag::grad
