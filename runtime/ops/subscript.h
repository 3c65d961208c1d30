#pragma once
/// Subscripts as the program writes them, split into a basic subscript and at most one mask or integer tensor.
///
/// A mask or an integer tensor replaces the axes that it covers by the axes that it produces, at the same position,
/// whatever else the subscript holds. x(0, all, rows) is x[0](all, rows).
#include <span>
#include <vector>

#include "ops/define.h"
#include "ops/index_spec.h"

namespace ag::ops {

struct Subscript {
  IndexItems items;            // a mask or an integer tensor is one whole axis for each axis that it covers
  std::vector<Tensor> bounds;  // the symbols among integers and bounds, in the order of index_spec.h
  Tensor selector;             // boolean: a mask; integer: the slices of an axis; or undefined
  size_t selector_item = 0;    // the index of its (first) item
  SourceLocation location = SourceLocation::current();

  bool has_selector() const { return selector.defined(); }
  bool is_mask() const { return has_selector() && selector.impl()->dtype == DType::boolean; }
  /// True if the basic subscript leaves the tensor unchanged.
  bool takes_everything() const;
  /// True if it holds integers only, so that t[this][next] is one subscript.
  bool is_integers_only() const;
  bool is_symbolic() const { return !bounds.empty() || (has_selector() && selector.impl()->is_symbol()); }
};

/// Throws for invalid subscripts: two masks, floating-point indices, an undefined tensor.
Subscript parse_subscript(std::span<const Index> indices);

/// Returns the axis that the selector indexes, within the result of the basic subscript of a tensor of this shape.
int64_t selector_axis(const Shape& shape, const Subscript& subscript);

/// x[subscript].
Tensor read(const Tensor& x, const Subscript& subscript);
/// Returns `x` with x[subscript] replaced by `value`, which has its dtype.
Tensor updated(const Tensor& x, const Subscript& subscript, const Tensor& value);

/// Returns the selected part of an array: a view, or a copy if it is so small that sharing costs more.
Tensor selected(const Tensor& x, const Selection& selection);

}  // namespace ag::ops
