#pragma once
/// The slices of an array that a subscript selects, if their elements are evenly spaced and their first position, and
/// at most the extents and steps, depend on values.
#include <algorithm>
#include <vector>

#include "lower/bounded/extents.h"

namespace ag::codegen {

struct SliceAccess {
  struct Index {
    size_t operand;  // of the node: a number, the position on this axis; a negative one counts from the end
    size_t axis;
    int64_t window = 0;  // length of a window from there on, whose position does not count from the end; 0: one element
  };
  /// A slice of an axis whose first position and extent depend on values.
  struct Range {
    size_t axis;  // of the array
    SliceRange range;
  };
  static constexpr size_t kNoRange = SIZE_MAX;

  Shape shape;                   // of the slice; upper bounds of extents that are not static
  std::vector<int64_t> strides;  // of the slice, by its axes, in elements of a row-major array
  int64_t offset = 0;            // of the slice if all indices and first positions are 0
  std::vector<Index> indices;
  std::vector<Range> ranges;
  std::vector<size_t> range_of;  // by axis of the slice: the number of its range, or kNoRange
  std::vector<size_t> axes;      // by axis of the slice: the axis of the array; the rank of the array for a new axis

  /// True if the step along an axis depends on values. `strides` are then those of a step of 1.
  bool has_computed_step() const {
    return std::ranges::any_of(ranges, [](const Range& one) { return one.range.step_value != ir::kNone; });
  }
  /// True if the step along an axis of the slice depends on values.
  bool has_computed_step(size_t of_slice) const {
    const size_t k = range_of[of_slice];
    return k != kNoRange && ranges[k].range.step_value != ir::kNone;
  }
};

/// True if a node reads or replaces the slice of its first operand that a subscript selects.
bool names_part(const ir::Node& node);
/// Computes the slice of a row-major array of `shape`. The length of the first axis may be unknown if the slice is
/// within one row. Returns false for an invalid subscript, or if the elements are not evenly spaced.
bool place(const ir::Node& node, const Shape& shape, SliceAccess& placement, const AxisExtents& extents = {});
/// As above, for an array with these strides.
bool place(const ir::Node& node, const Shape& shape, const std::vector<int64_t>& strides, SliceAccess& placement,
           const AxisExtents& extents = {});

}  // namespace ag::codegen
