#include "lower/analysis/slice_bounds.h"

#include <algorithm>
#include <cstdlib>

#include "kernel/index_spec.h"
#include "tensor/impl.h"

namespace ag::codegen {

bool names_part(const ir::Node& node) { return is(node, ir::OpKind::Index) || is(node, ir::OpKind::IndexUpdate); }

bool place(const ir::Node& node, const Shape& shape, SliceAccess& placement, const AxisExtents& extents) {
  if (!shape.ranked()) return false;
  const detail::Strides strides = detail::contiguous_strides(shape.dims());
  return place(node, shape, {strides.begin(), strides.end()}, placement, extents);
}

namespace {

using kernel::IndexItem;

constexpr int64_t kMaxStep = INT64_MAX / 2;

SliceBound bound_of(const ir::Node& node, IndexItem::Bound is, int64_t number, size_t& operand) {
  if (is == IndexItem::Bound::Absent) return {};
  if (is == IndexItem::Bound::Number) return {SliceBound::Is::Number, number, ir::kNone};
  return {SliceBound::Is::Value, 0, node.operands[operand++]};
}

/// True if the positions of a slice item depend on values.
bool is_range(const IndexItem& item, size_t axis, const AxisExtents& extents) {
  if (item.kind != IndexItem::Kind::Slice || item.is_window()) return false;
  return item.operand_count() != 0 || (is_counted(extents, axis) && !item.is_whole_axis());
}

/// Replaces the bounds of a range, so that the item selects as many positions as the range does at most.
void widen(IndexItem& item) {
  item.start_is = item.stop_is = IndexItem::Bound::Absent;
  item.step = item.step_is == IndexItem::Bound::Operand ? 1 : std::abs(item.step);
  item.step_is = IndexItem::Bound::Number;
}

/// Computes the axes of the array by axis of the slice.
std::vector<size_t> axes_of_slice(const kernel::IndexItems& items, const std::vector<size_t>& axes, size_t rank) {
  std::vector<size_t> result;
  size_t next = 0;  // the next axis of the array
  for (size_t k = 0; k < items.size(); ++k) {
    const size_t end = k + 1 < items.size() ? axes[k + 1] : rank;
    switch (items[k].kind) {
      case IndexItem::Kind::Integer:
        ++next;
        break;
      case IndexItem::Kind::NewAxis:
        result.push_back(rank);
        break;
      case IndexItem::Kind::Slice:
        result.push_back(next++);
        break;
      case IndexItem::Kind::Ellipsis:
        while (next < end) result.push_back(next++);
        break;
    }
  }
  while (next < rank) result.push_back(next++);
  return result;
}

}  // namespace

bool place(const ir::Node& node, const Shape& shape, const std::vector<int64_t>& strides, SliceAccess& placement,
           const AxisExtents& extents) {
  if (!shape.ranked() || shape.empty()) return false;
  // The number of rows may be unknown if the slice is within one row.
  const bool open = shape[0] == unknown;
  Shape sized = shape;
  if (open) sized[0] = 1;
  if (!sized.known() || sized.element_count() == 0) return false;
  try {
    kernel::IndexItems items = kernel::decode(node.attributes);
    const std::vector<size_t> axes = kernel::axes_of(items, shape.size());
    if (axes.size() != items.size()) return false;
    size_t operand = is(node, ir::OpKind::Index) ? 1 : 2;
    for (size_t k = 0; k < items.size(); ++k) {
      IndexItem& item = items[k];
      if (is_range(item, axes[k], extents)) {
        const ExtentId of = is_counted(extents, axes[k]) ? extents[axes[k]] : kStatic;
        SliceRange range{sized[axes[k]], of, {}, {}, item.step};
        range.start = bound_of(node, item.start_is, item.start, operand);
        range.stop = bound_of(node, item.stop_is, item.stop, operand);
        const bool computed = item.step_is == IndexItem::Bound::Operand;
        if (computed)
          range.step = 0, range.step_value = node.operands[operand++];
        else if (item.step == 0 || std::abs(item.step / 2) > kMaxStep / 2)
          return false;
        if (open && axes[k] == 0) return false;
        placement.ranges.push_back({axes[k], range});
        widen(item);
      } else if (item.operand_count() == 1) {
        if (item.is_window() && is_counted(extents, axes[k])) return false;
        placement.indices.push_back({operand++, axes[k], item.is_window() ? item.stop : 0});
      } else if (item.kind == IndexItem::Kind::Integer && is_counted(extents, axes[k])) {
        return false;
      }
    }
    const auto names_row = [](const SliceAccess::Index& index) { return index.axis == 0 && index.window == 0; };
    if (open && std::ranges::none_of(placement.indices, names_row)) return false;
    const std::vector<int64_t> zeros(placement.indices.size(), 0);
    const kernel::Selection selection = kernel::select(sized, strides.data(), items, zeros.data());
    placement.shape = selection.shape;
    placement.strides.assign(selection.strides.begin(), selection.strides.end());
    placement.offset = selection.offset;
    placement.axes = axes_of_slice(items, axes, shape.size());
    placement.range_of.assign(placement.shape.size(), SliceAccess::kNoRange);
    for (size_t k = 0; k < placement.ranges.size(); ++k) {
      const SliceAccess::Range& range = placement.ranges[k];
      const auto axis = static_cast<size_t>(std::ranges::find(placement.axes, range.axis) - placement.axes.begin());
      if (placement.shape[axis] < 2) return false;
      placement.range_of[axis] = k;
      if (range.range.step < 0) placement.strides[axis] = -placement.strides[axis];
    }
    return true;
  } catch (const kernel::Fault&) {
    return false;
  }
}

}  // namespace ag::codegen
