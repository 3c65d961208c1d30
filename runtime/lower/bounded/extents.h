#pragma once
/// Extents that are known only when the program runs: the lengths of slices with computed bounds, and the numbers of
/// elements that masks select.
///
/// A value with such extents is bounded if each has a static upper bound. Its type in the lowering has the bounds in
/// place of the unknown extents, an array that holds it has the shape of the bounds, and the loops over it are counted.
#include <algorithm>
#include <map>
#include <vector>

#include "graph/graph.h"

namespace ag::codegen {

/// The name of an extent. Equal expressions have one id.
using ExtentId = int32_t;
/// Stands for a static extent.
inline constexpr ExtentId kStatic = -1;

/// A bound of a slice: absent, a number, or a value of the graph.
struct SliceBound {
  enum class Is : uint8_t { Absent, Number, Value };
  Is is = Is::Absent;
  int64_t number = 0;
  ir::ValueId value = ir::kNone;
  auto operator<=>(const SliceBound&) const = default;
};

/// The expression of an extent: the number of positions start, start + step, … of a slice of an axis, as the kernel of
/// `index` clamps them. If `left` and `right` are extents, the expression is the extent of their broadcast: `right` if
/// `left` is 1, and `left` otherwise. If `mask` is a value, it is the number of its true elements. If `parts` is not
/// empty, it is the sum of these extents and of `length`. If `step_value` is a value, it is the step, and `step` is 0.
struct SliceRange {
  int64_t length = 0;     // of the axis; its upper bound if `of` is an extent
  ExtentId of = kStatic;  // the extent of the axis
  SliceBound start = {}, stop = {};
  int64_t step = 1;
  ir::ValueId step_value = ir::kNone;
  ExtentId left = kStatic, right = kStatic;
  ir::ValueId mask = ir::kNone;
  std::vector<ExtentId> parts = {};
  auto operator<=>(const SliceRange&) const = default;
};

class ExtentTable {
 public:
  ExtentId id_of(SliceRange range) {
    // Absent bounds and the numbers that they stand for are one expression.
    const auto is_number = [](const SliceBound& bound, int64_t number) {
      return bound.is == SliceBound::Is::Number && bound.number == number;
    };
    if (range.step > 0 && is_number(range.start, 0)) range.start = {};
    if (range.step > 0 && range.of == kStatic && is_number(range.stop, range.length)) range.stop = {};
    const auto [at, is_new] = ids_.try_emplace(range, static_cast<ExtentId>(ranges_.size()));
    if (is_new) ranges_.push_back(range);
    return at->second;
  }
  const SliceRange& range(ExtentId id) const { return ranges_[static_cast<size_t>(id)]; }
  /// True if an extent is that of an elementwise result of axes with the extent `part`, among others.
  bool contains(ExtentId id, ExtentId part) const {
    if (id == kStatic) return false;
    const SliceRange& of = range(id);
    return id == part || contains(of.left, part) || contains(of.right, part);
  }

 private:
  std::map<SliceRange, ExtentId> ids_;
  std::vector<SliceRange> ranges_;
};

/// Extents by axis; empty if all of them are static.
using AxisExtents = std::vector<ExtentId>;
inline void clear_if_static(AxisExtents& extents) {
  if (std::ranges::count(extents, kStatic) == std::ssize(extents)) extents.clear();
}

/// True if the extent of an axis is not static. Its upper bound is then at least 2, so that it is not taken for an axis
/// that is repeated.
inline bool is_counted(const AxisExtents& extents, size_t axis) { return !extents.empty() && extents[axis] != kStatic; }

}  // namespace ag::codegen
