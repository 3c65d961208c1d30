#pragma once
/// Subscripts as the program writes them, split into a basic subscript and selectors: a mask, or integer tensors.
///
/// A mask or an integer tensor replaces the axes that it covers by the axes that it produces, at the same position,
/// whatever else the subscript holds. x(0, all, rows) is x[0](all, rows). Several integer tensors are broadcast to each
/// other and select together, as in NumPy: x(i, j) holds the elements x[i[k], j[k]]. The axes that they produce are at
/// the position of the first if the axes that they cover are neighbours, else in front.
#include <span>
#include <vector>

#include "ops/define.h"
#include "ops/subscripts/index_spec.h"

namespace ag::ops {

/// A mask, or an integer tensor of rank 1 or more.
struct Selector {
  Tensor tensor;
  size_t item = 0;  // the index of its (first) item in the subscript
};

struct Subscript {
  IndexItems items;                 // a mask or an integer tensor is one whole axis for each axis that it covers
  std::vector<Tensor> bounds;       // the symbols among integers and bounds, in the order of index_spec.h
  std::vector<Selector> selectors;  // one mask, or integer tensors in the order of their axes
  SourceLocation location = SourceLocation::current();

  bool has_selector() const { return !selectors.empty(); }
  bool is_mask() const { return has_selector() && selectors[0].tensor.impl()->dtype == DType::boolean; }
  /// True if the basic subscript leaves the tensor unchanged.
  bool takes_everything() const;
  /// True if it holds integers only, so that t[this][next] is one subscript.
  bool is_integers_only() const;
  bool is_symbolic() const;
};

/// Throws for invalid subscripts: a mask beside another selector, floating-point indices, an undefined tensor.
Subscript parse_subscript(std::span<const Index> indices);

/// Returns the (first) axis that each selector covers, within the result of the basic subscript of a tensor of this
/// shape.
std::vector<int64_t> selector_axes(const Shape& shape, const Subscript& subscript);

/// x[subscript].
Tensor read(const Tensor& x, const Subscript& subscript);
/// Returns `x` with x[subscript] replaced by `value`, which has its dtype.
Tensor updated(const Tensor& x, const Subscript& subscript, const Tensor& value);

/// Returns the selected part of an array: a view, or a copy if it is so small that sharing costs more.
Tensor selected(const Tensor& x, const Selection& selection);

}  // namespace ag::ops
