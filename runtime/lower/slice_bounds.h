#pragma once
/// The slices of an array that a subscript selects, if only the offset depends on values.
#include <vector>

#include "graph/graph.h"

namespace ag::codegen {

struct SliceAccess {
  struct Index {
    size_t operand;  // of the node: a number, the position on this axis; a negative one counts from the end
    size_t axis;
    int64_t window = 0;  // length of a window from there on, whose position does not count from the end; 0: one element
  };
  Shape shape;                   // of the slice
  std::vector<int64_t> strides;  // of the slice, by its axes, in elements of a row-major array
  int64_t offset = 0;            // of the slice if all indices are 0
  std::vector<Index> indices;
};

/// True if a node reads or replaces the slice of its first operand that a subscript selects.
bool names_part(const ir::Node& node);
/// Computes the slice of a row-major array of `shape`. The length of the first axis may be unknown if the slice is
/// within one row. Returns false for an invalid subscript, or if more than the offset depends on values.
bool place(const ir::Node& node, const Shape& shape, SliceAccess& placement);
/// As above, for an array with these strides.
bool place(const ir::Node& node, const Shape& shape, const std::vector<int64_t>& strides, SliceAccess& placement);

}  // namespace ag::codegen
