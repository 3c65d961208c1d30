#include "lower/slice_bounds.h"

#include <algorithm>

#include "kernel/index_spec.h"
#include "tensor/impl.h"

namespace ag::codegen {

bool names_part(const ir::Node& node) { return is(node, ir::OpKind::Index) || is(node, ir::OpKind::IndexUpdate); }

bool place(const ir::Node& node, const Shape& shape, SliceAccess& placement) {
  if (!shape.ranked()) return false;
  const detail::Strides strides = detail::contiguous_strides(shape.dims());
  return place(node, shape, {strides.begin(), strides.end()}, placement);
}

bool place(const ir::Node& node, const Shape& shape, const std::vector<int64_t>& strides, SliceAccess& placement) {
  using kernel::IndexItem;
  if (!shape.ranked() || shape.empty()) return false;
  // The number of rows may be unknown if the slice is within one row.
  const bool open = shape[0] == unknown;
  Shape sized = shape;
  if (open) sized[0] = 1;
  if (!sized.known() || sized.element_count() == 0) return false;
  try {
    const kernel::IndexItems items = kernel::decode(node.attributes);
    const std::vector<size_t> axes = kernel::axes_of(items, shape.size());
    if (axes.size() != items.size()) return false;
    size_t operand = is(node, ir::OpKind::Index) ? 1 : 2;
    for (size_t k = 0; k < items.size(); ++k) {
      const IndexItem& item = items[k];
      const bool is_integer = item.kind == IndexItem::Kind::Integer;
      if (!is_integer && !item.is_window() && item.operand_count() != 0) return false;
      if (item.operand_count() == 1) {
        placement.indices.push_back({operand++, axes[k], item.is_window() ? item.stop : 0});
      }
    }
    const auto names_row = [](const SliceAccess::Index& index) { return index.axis == 0 && index.window == 0; };
    if (open && std::ranges::none_of(placement.indices, names_row)) return false;
    const std::vector<int64_t> zeros(placement.indices.size(), 0);
    const kernel::Selection selection = kernel::select(sized, strides.data(), items, zeros.data());
    placement.shape = selection.shape;
    placement.strides.assign(selection.strides.begin(), selection.strides.end());
    placement.offset = selection.offset;
    return true;
  } catch (const kernel::Fault&) {
    return false;
  }
}

}  // namespace ag::codegen
