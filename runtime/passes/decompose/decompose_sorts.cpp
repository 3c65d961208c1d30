/// The rule of `decompose` for the first few elements of a sorted array.
///
/// Programs that profit: searches for the best few of many: nearest neighbours, beam searches, trimmed statistics.
#include <algorithm>

#include "kernel/index_spec.h"
#include "kernel/reduce/top_k.h"
#include "passes/decompose/decompose.h"
#include "tensor/axis.h"

namespace ag::passes {

namespace {

using ir::ValueId;
using ops::Op;

/// Sorts of shorter rows are lowered to comparisons without a call.
constexpr int64_t kMinLength = 64;

/// True if a subscript selects elements from the start of each axis on.
bool selects_first(const ir::Node& node) {
  using kernel::IndexItem;
  return std::ranges::all_of(kernel::decode(node.attributes), [](const IndexItem& item) {
    if (item.kind == IndexItem::Kind::Ellipsis) return true;
    const bool from_start =
        item.start_is == IndexItem::Bound::Absent || (item.start_is == IndexItem::Bound::Number && item.start == 0);
    return item.kind == IndexItem::Kind::Slice && item.step == 1 && from_start;
  });
}

/// True if the shapes are equal apart from this axis.
bool differ_in_axis(const Shape& a, const Shape& b, size_t axis) {
  if (a.size() != b.size()) return false;
  for (size_t k = 0; k < a.size(); ++k) {
    if (k != axis && a[k] != b[k]) return false;
  }
  return true;
}

}  // namespace

/// Rewrites the first k elements of a sort or argsort, which have no other use, as top_k. In ascending order they are
/// the greatest of the negated elements: negation reverses the order of all numbers, and NaN is last in both
/// directions.
ValueId decompose_first_of_sort(Parts& parts) {
  const ir::Node& node = parts.node();
  const ValueId sorted = node.operands[0];
  const ir::NodeId producer = parts.graph().value(sorted).producer;
  if (node.operands.size() != 1 || producer == ir::kNone || !parts.is_only_use(sorted)) return ir::kNone;
  const ir::Node sort = parts.graph().node(producer);  // a copy, because adding nodes moves it
  const bool positions = is(sort, Op::argsort);
  if ((!positions && !is(sort, Op::sort)) || !selects_first(node)) return ir::kNone;
  const ValueId x = sort.operands[0];
  const ir::TensorType type = parts.graph().value(x).type, first = parts.result();
  if (!type.shape.known() || !first.shape.known() || first.shape.element_count() == 0) return ir::kNone;
  const auto axis = std::get<int64_t>(sort.attributes[0]);
  const auto at = detail::axis_of(axis, type.shape);
  if (!differ_in_axis(type.shape, first.shape, at) || type.shape[at] < kMinLength ||
      first.shape[at] > kernel::kFewFirst)
    return ir::kNone;
  const bool descending = std::get<bool>(sort.attributes[1]);
  if (type.dtype == DType::boolean || (!descending && item_size(type.dtype) < 4)) return ir::kNone;
  const Op negate = is_floating(type.dtype) ? Op::negative : Op::bitwise_invert;
  const ValueId keys = descending ? x : parts.add(negate, {x}, {}, type);
  const ir::TensorType values{type.dtype, first.shape}, indices{DType::int64, first.shape};
  const std::vector<ValueId> best = parts.add(Op::top_k, {keys}, {first.shape[at], axis}, {values, indices});
  if (positions) return best[1];
  return descending ? best[0] : parts.add(negate, {best[0]}, {}, first);
}

}  // namespace ag::passes
