#pragma once
/// Which part of an array a subscript names, where only its first element depends on values.
#include <vector>

#include "graph/graph.h"

namespace ag::codegen {

struct Placement {
  struct Index {
    size_t operand;  // of the node: a number, the position on this axis, counted from the end where it is negative
    size_t axis;
    int64_t window = 0;  // so many elements from there on, which is not counted from the end; 0: one
  };
  Shape shape;                   // of the part
  std::vector<int64_t> strides;  // of the part, by its axes, in elements of a row-major array
  int64_t offset = 0;            // where the part begins if the indices are 0
  std::vector<Index> indices;
};

/// Whether a node reads, or replaces, the part of its first operand that a subscript names.
bool names_part(const ir::Node& node);
/// The part, of a row-major array of `shape`, whose first axis may be of any length where the part is in one row; false
/// where it is not such a part, or wrong.
bool place(const ir::Node& node, const Shape& shape, Placement& placement);
/// The same of an array whose elements have these strides.
bool place(const ir::Node& node, const Shape& shape, const std::vector<int64_t>& strides, Placement& placement);

}  // namespace ag::codegen
