#include "codegen/placement.h"

#include <algorithm>
#include <string_view>

#include "kernel/index_spec.h"
#include "tensor/impl.h"

namespace ag::codegen {

namespace {

constexpr std::string_view kRead = "index", kReplace = "index_update";

}  // namespace

bool names_part(const ir::Node& node) {
  const std::string_view name = node.op->name;
  return name == kRead || name == kReplace;
}

bool place(const ir::Node& node, const Shape& shape, Placement& placement) {
  if (!shape.ranked()) return false;
  const detail::Strides strides = detail::contiguous_strides(shape.dims());
  return place(node, shape, {strides.begin(), strides.end()}, placement);
}

bool place(const ir::Node& node, const Shape& shape, const std::vector<int64_t>& strides, Placement& placement) {
  using kernel::IndexItem;
  if (!shape.ranked() || shape.empty()) return false;
  // How many rows there are need not be known, where one of them is named.
  const bool open = shape[0] == unknown;
  Shape sized = shape;
  if (open) sized[0] = 1;
  if (!sized.known() || sized.element_count() == 0) return false;
  try {
    const kernel::IndexItems items = kernel::decode(node.attributes);
    size_t behind = 0;  // axes that the items behind an ellipsis take
    for (const IndexItem& item : items) behind += item.consumes();
    size_t axis = 0, operand = node.op->name == kRead ? 1 : 2;
    for (const IndexItem& item : items) {
      const bool is_integer = item.kind == IndexItem::Kind::Integer;
      if (!is_integer && !item.is_window() && item.operand_count() != 0) return false;
      if (item.operand_count() == 1) {
        placement.indices.push_back({operand++, axis, item.is_window() ? item.stop : 0});
      }
      behind -= item.consumes();
      axis = item.kind == IndexItem::Kind::Ellipsis ? shape.size() - behind : axis + item.consumes();
    }
    const auto names_row = [](const Placement::Index& index) { return index.axis == 0 && index.window == 0; };
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
