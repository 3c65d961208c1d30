/// Views within the arrays of their operands.
#include "lower/analysis/view_strides.h"
#include "lower/bounded/extent_registers.h"
#include "lower/element_copies.h"
#include "lower/fusion.h"
#include "lower/lowered_values.h"
#include "lower/nests/nest_strides.h"

namespace ag::codegen {

namespace {

using Kind = StatementKind;

}  // namespace

const ir::Node* LoweredValues::view_of(ir::ValueId value) {
  const ir::NodeId producer = graph_.value(value).producer;
  if (producer == ir::kNone) return nullptr;
  if (analysis_.class_of(producer) != NodeClass::View && analysis_.class_of(producer) != NodeClass::Slice)
    return nullptr;
  return is_number(analysis_.type(value)) ? nullptr : &graph_.node(producer);
}

ir::ValueId LoweredValues::base_of(ir::ValueId value) {
  while (const ir::Node* view = view_of(value)) value = view->operands[0];
  return value;
}

/// True if pending loops compute the base of a reshape or similar view, and the base has no other use. The loops then
/// store it with the shape of the view.
bool LoweredValues::may_be_stored_as(ir::ValueId view) {
  const ir::ValueId base = view_of(view)->operands[0];
  const ir::TensorType &from = analysis_.type(base), &to = analysis_.type(view);
  return from.dtype == to.dtype && from.weak == to.weak && from.shape.known() && to.shape.known() &&
         from.shape.element_count() == to.shape.element_count() && !view_of(base) &&
         analysis_.class_of(graph_.value(view).producer) == NodeClass::View && fusion().may_be_stored_as_part(base) &&
         !part_of(base) && is_whole(place(view), to.shape);
}

ArrayId LoweredValues::store_as(ir::ValueId view, SourceLocation location) {
  const ir::ValueId base = view_of(view)->operands[0];
  const ArrayId array = builder_.add_array(analysis_.type(view));
  builder_.add(Kind::Allocate, location).array = array;
  parts_[base] = {array, 0, row_major(analysis_.type(base).shape)};
  fusion().flush(state(base).cluster);
  parts_.erase(base);
  state(base).array = array;
  return state(view).array = array;
}

/// True if a view has the elements of its operand in row-major order but cannot be read in place with strides: a
/// reshape of a transposed or broadcast array.
bool LoweredValues::is_reordered(ir::ValueId view) {
  if (analysis_.is_bounded(view)) return false;
  const ir::NodeId id = graph_.value(view).producer;
  if (!options_.fuse || analysis_.class_of(id) != NodeClass::View || graph_.node(id).operands.size() != 1) return false;
  const ir::TensorType &from = analysis_.type(graph_.node(id).operands[0]), &to = analysis_.type(view);
  return from.dtype == to.dtype && from.shape.known() && from.shape.element_count() == to.shape.element_count() &&
         is_whole(analysis_.view(id), to.shape) && !place_in_root(view);
}

/// Returns a row-major copy of such a view.
ArrayId LoweredValues::copy_reordered(ir::ValueId view) {
  const ir::Node& node = *view_of(view);
  const Source from = source(node.operands[0], node.location);
  const ArrayId array = builder_.add_array(analysis_.type(view));
  builder_.add(Kind::Allocate, node.location).array = array;
  copy_elements(builder_, from, from.shape, {array, 0, row_major(from.shape)}, node.location);
  return state(view).array = array;
}

/// Returns the access to a view within the array of its root value. Returns nullopt if the value has, or gets, an array
/// of its own.
std::optional<StridedAccess> LoweredValues::place_in_root(ir::ValueId value) {
  const ir::Node* view = view_of(value);
  if (!view) return {};
  const ir::ValueId base = view->operands[0];
  const ir::NodeId id = graph_.value(value).producer;
  if (analysis_.is_bounded(value) && analysis_.class_of(id) == NodeClass::View) return place_of_bounded_view(value);
  if (is_whole(place(base), analysis_.type(base).shape)) {
    StridedAccess place = analysis_.view(id);
    if (const auto terms = terms_.find(value); terms != terms_.end()) place.terms = terms->second;
    return place;
  }
  return analysis_.class_of(id) == NodeClass::View
             ? follow_view(*view, analysis_.type(base), analysis_.type(value), place(base))
             : place_of_part(value);
}

/// Returns the access to a view of a bounded value. Its offset may be a linear function of the extents.
std::optional<StridedAccess> LoweredValues::place_of_bounded_view(ir::ValueId value) {
  const ir::Node& node = *view_of(value);
  const ir::ValueId base = node.operands[0];
  if (view_of(base) && !place_in_root(base)) return {};
  const StridedAccess from = place(base);
  const std::optional<View> view = run_view(node, analysis_.type(base), from);
  if (!view) return {};
  StridedAccess found = view->place;
  const AxisExtents& by_axis = analysis_.extents(base);
  for (size_t axis = 0; axis < by_axis.size(); ++axis) {
    if (by_axis[axis] == kStatic) continue;
    const std::optional<View> other = run_view(node, shortened(analysis_.type(base), axis), from);
    if (!other) return {};
    const int64_t step = view->place.offset - other->place.offset;
    if (step == 0) continue;
    found.offset -= step * analysis_.type(base).shape[axis];
    found.terms.emplace_back(extents().extent(by_axis[axis]), step);
  }
  return found;
}

/// Returns the access to a slice of a view that is read in place.
std::optional<StridedAccess> LoweredValues::place_of_part(ir::ValueId part) {
  const ir::Node& node = *view_of(part);
  const ir::ValueId base = node.operands[0];
  if (!place_in_root(base)) return {};
  StridedAccess from = place(base);
  SliceAccess placement;
  if (!codegen::place(node, analysis_.type(base).shape, from.strides, placement, analysis_.extents(base))) return {};
  StridedAccess found{from.offset + placement.offset, std::move(placement.strides), std::move(from.terms)};
  if (const auto terms = terms_.find(part); terms != terms_.end())
    found.terms.insert(found.terms.end(), terms->second.begin(), terms->second.end());
  return found;
}

StridedAccess LoweredValues::place(ir::ValueId value) {
  if (std::optional<StridedAccess> place = place_in_root(value)) return *std::move(place);
  return {0, row_major(analysis_.type(value).shape), {}};
}

}  // namespace ag::codegen
