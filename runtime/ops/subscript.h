#pragma once
/// What a program writes between brackets, taken apart: a basic subscript, and at most one mask or integer tensor.
///
/// A mask or an integer tensor stands for the axes that it takes; the axes that it makes stand in the same place,
/// whatever else the subscript holds. x(0, all, rows) is x[0](all, rows).
#include <span>
#include <vector>

#include "ops/define.h"
#include "ops/index_spec.h"

namespace ag::ops {

struct Subscript {
  IndexItems items;            // a mask or an integer tensor is one whole axis for each that it takes
  std::vector<Tensor> bounds;  // the symbols among integers and bounds, in the order of index_spec.h
  Tensor selector;             // boolean: a mask; integer: the slices of an axis; or undefined
  size_t selector_item = 0;    // which item it is (the first of them)
  SourceLocation location = SourceLocation::current();

  bool has_selector() const { return selector.defined(); }
  bool is_mask() const { return has_selector() && selector.impl()->dtype == DType::boolean; }
  /// Whether the basic subscript leaves the tensor as it is.
  bool takes_everything() const;
  /// Whether it holds integers only, so that t[this][next] is one subscript.
  bool is_integers_only() const;
  bool is_symbolic() const { return !bounds.empty() || (has_selector() && selector.impl()->is_symbol()); }
};

/// Throws for what no tensor has: two masks, floating-point indices, an undefined tensor.
Subscript parse_subscript(std::span<const Index> indices);

/// The axis that the selector works on, of what the basic subscript takes of a tensor of this shape.
int64_t selector_axis(const Shape& shape, const Subscript& subscript);

/// x[subscript].
Tensor read(const Tensor& x, const Subscript& subscript);
/// `x` with x[subscript] replaced by `value`, which has its dtype.
Tensor updated(const Tensor& x, const Subscript& subscript, const Tensor& value);

/// The part of an array that was selected: a view, or a copy where the elements are so few that sharing costs more.
Tensor selected(const Tensor& x, const Selection& selection);

}  // namespace ag::ops
