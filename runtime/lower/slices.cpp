/// Lowers views, and slices at computed positions.
///
/// Programs that profit: loops that read parts of arrays: trajectories of simulations, tables of dynamic
/// programming, sliding windows.
#include <algorithm>

#include "lower/lowering.h"
#include "lower/nest_strides.h"
#include "lower/view_strides.h"

namespace ag::codegen {

namespace {

using Kind = StatementKind;

}  // namespace

const ir::Node* Lowering::view_of(ir::ValueId value) {
  const ir::NodeId producer = graph_.value(value).producer;
  if (producer == ir::kNone) return nullptr;
  if (analysis_.class_of(producer) != NodeClass::View && analysis_.class_of(producer) != NodeClass::Slice)
    return nullptr;
  return is_number(type(value)) ? nullptr : &graph_.node(producer);
}

/// True if pending loops compute the base of a reshape or similar view, and the base has no other use. The loops then
/// store it with the shape of the view.
bool Lowering::may_be_stored_as(ir::ValueId view) {
  const ir::ValueId base = view_of(view)->operands[0];
  const ir::TensorType &from = type(base), &to = type(view);
  return from.dtype == to.dtype && from.weak == to.weak && from.shape.known() && to.shape.known() &&
         from.shape.element_count() == to.shape.element_count() && !view_of(base) &&
         analysis_.class_of(graph_.value(view).producer) == NodeClass::View && may_be_stored_as_part(base) &&
         !parts_.contains(base) && is_whole(place(view), to.shape);
}

ArrayId Lowering::store_as(ir::ValueId view, SourceLocation location) {
  const ir::ValueId base = view_of(view)->operands[0];
  const ArrayId array = add_array(type(view));
  add(Kind::Allocate, location).array = array;
  parts_[base] = {array, 0, row_major(type(base).shape)};
  flush(state(base).cluster);
  parts_.erase(base);
  state(base).array = array;
  return state(view).array = array;
}

/// True if a view has the elements of its operand in row-major order but cannot be read in place with strides: a
/// reshape of a transposed or broadcast array.
bool Lowering::is_reordered(ir::ValueId view) {
  if (analysis_.is_bounded(view)) return false;
  const ir::NodeId id = graph_.value(view).producer;
  if (!options_.fuse || analysis_.class_of(id) != NodeClass::View || graph_.node(id).operands.size() != 1) return false;
  const ir::TensorType &from = type(graph_.node(id).operands[0]), &to = type(view);
  return from.dtype == to.dtype && from.shape.known() && from.shape.element_count() == to.shape.element_count() &&
         is_whole(analysis_.view(id), to.shape) && !place_in_root(view);
}

/// Returns a row-major copy of such a view.
ArrayId Lowering::copy_reordered(ir::ValueId view) {
  const ir::Node& node = *view_of(view);
  const Source from = source(node.operands[0], node.location);
  const ArrayId array = add_array(type(view));
  add(Kind::Allocate, node.location).array = array;
  copy_elements(from, from.shape, {array, 0, row_major(from.shape)}, node.location);
  return state(view).array = array;
}

/// Returns the access to a view within the array of its root value. Returns nullopt if the value has, or gets, an array
/// of its own.
std::optional<StridedAccess> Lowering::place_in_root(ir::ValueId value) {
  const ir::Node* view = view_of(value);
  if (!view) return {};
  const ir::ValueId base = view->operands[0];
  const ir::NodeId id = graph_.value(value).producer;
  if (analysis_.is_bounded(value) && analysis_.class_of(id) == NodeClass::View) return place_of_bounded_view(value);
  if (is_whole(place(base), type(base).shape)) {
    StridedAccess place = analysis_.view(id);
    if (const auto terms = terms_.find(value); terms != terms_.end()) place.terms = terms->second;
    return place;
  }
  return analysis_.class_of(id) == NodeClass::View ? follow_view(*view, type(base), type(value), place(base))
                                                   : place_of_part(value);
}

/// Returns the access to a view of a bounded value. Its offset may be a linear function of the extents.
std::optional<StridedAccess> Lowering::place_of_bounded_view(ir::ValueId value) {
  const ir::Node& node = *view_of(value);
  const ir::ValueId base = node.operands[0];
  if (view_of(base) && !place_in_root(base)) return {};
  const StridedAccess from = place(base);
  const std::optional<View> view = run_view(node, type(base), from);
  if (!view) return {};
  StridedAccess found = view->place;
  const AxisExtents& extents = analysis_.extents(base);
  for (size_t axis = 0; axis < extents.size(); ++axis) {
    if (extents[axis] == kStatic) continue;
    const std::optional<View> other = run_view(node, shortened(type(base), axis), from);
    if (!other) return {};
    const int64_t step = view->place.offset - other->place.offset;
    if (step == 0) continue;
    found.offset -= step * type(base).shape[axis];
    found.terms.emplace_back(extent(extents[axis]), step);
  }
  return found;
}

/// Returns the access to a slice of a view that is read in place.
std::optional<StridedAccess> Lowering::place_of_part(ir::ValueId part) {
  const ir::Node& node = *view_of(part);
  const ir::ValueId base = node.operands[0];
  if (!place_in_root(base)) return {};
  StridedAccess from = place(base);
  SliceAccess placement;
  if (!codegen::place(node, type(base).shape, from.strides, placement, analysis_.extents(base))) return {};
  StridedAccess found{from.offset + placement.offset, std::move(placement.strides), std::move(from.terms)};
  if (const auto terms = terms_.find(part); terms != terms_.end())
    found.terms.insert(found.terms.end(), terms->second.begin(), terms->second.end());
  return found;
}

StridedAccess Lowering::place(ir::ValueId value) {
  if (std::optional<StridedAccess> place = place_in_root(value)) return *std::move(place);
  return {0, row_major(type(value).shape), {}};
}

Source Lowering::source(ir::ValueId value, SourceLocation location) {
  if (const auto copy = copies_.find(value); copy != copies_.end())
    return {copy->second, {0, row_major(type(value).shape), {}}, type(value).shape};
  if (state(value).cluster != kNone) flush(state(value).cluster);
  if (const ir::Node* view = view_of(value)) {
    if (std::optional<StridedAccess> place = place_in_root(value)) {
      return {source(view->operands[0], location).array, *std::move(place), type(value).shape};
    }
    const bool in_order = is_reordered(value);
    const ArrayId array = boxed(value, location);
    if (!in_order) add(Kind::MakeContiguous, location).array = array;
  }
  const ArrayId array = analysis_.is_bounded(value) ? state(value).array : boxed(value, location);
  return {array, {0, row_major(type(value).shape), {}}, type(value).shape};
}

/// Views are lowered at their uses; a number is loaded at once.
void Lowering::lower_view(ir::NodeId id) {
  const ir::ValueId result = graph_.node(id).results[0];
  if (is_number(type(result))) state(result).reg = read_element(id, {});
}

Register Lowering::read_element(ir::NodeId id, std::vector<std::pair<Register, int64_t>> terms) {
  const ir::Node& node = graph_.node(id);
  const ir::ValueId base = node.operands[0];
  StridedAccess place{analysis_.view(id).offset, {}, std::move(terms)};
  ArrayId array = kNone;
  SliceAccess placement;
  if (const StridedAccess from = this->place(base);
      !is_whole(from, type(base).shape) && names_part(node) &&
      codegen::place(node, type(base).shape, from.strides, placement, analysis_.extents(base))) {
    array = source(base, node.location).array;
    place.offset = from.offset + placement.offset;
    place.terms.insert(place.terms.end(), from.terms.begin(), from.terms.end());
  } else {
    array = row_major_array(base, node.location);
  }
  Statement& load = add(Kind::Load, node.location);
  load.array = array;
  load.index = {place.offset, std::move(place.terms)};
  return load.result = add_register(type(node.results[0]).dtype);
}

ArrayId Lowering::row_major_array(ir::ValueId value, SourceLocation location) {
  if (is_whole(place(value), type(value).shape)) return source(value, location).array;
  const ArrayId array = boxed(value, location);
  add(Kind::MakeContiguous, location).array = array;
  return array;
}

std::vector<std::pair<Register, int64_t>> Lowering::place_indices(ir::NodeId id) {
  return place_indices(id, place(graph_.node(id).operands[0]).strides);
}

/// Emits the indices of a slice with a bounds check. Negative indices count from the end.
std::vector<std::pair<Register, int64_t>> Lowering::place_indices(ir::NodeId id, const std::vector<int64_t>& strides) {
  const ir::Node& node = graph_.node(id);
  const SliceAccess& placement = analysis_.placement(id);
  const Shape& shape = type(node.operands[0]).shape;
  const SourceLocation at = node.location;
  if (!placement.indices.empty()) flush_checks();
  std::vector<std::pair<Register, int64_t>> terms;
  Register fits = kNone, rows = kNone;  // `rows`: the length of the first axis if it is not static
  for (const SliceAccess::Index& index : placement.indices) {
    const ir::ValueId operand = node.operands[index.operand];
    Register given = number(operand);
    if (type(operand).dtype != DType::int64) given = let(Primitive::Convert, DType::int64, {given}, at);
    const bool is_window = index.window != 0;
    const Register zero = integer(0, DType::int64, at);
    Register length;
    if (shape[index.axis] == unknown) {
      const ArrayId array = boxed(node.operands[0], at);
      Statement& asked = add(Kind::Length, at);
      asked.array = array;
      length = rows = asked.result = add_register(DType::int64);
    } else {
      length = integer(is_window ? shape[index.axis] - index.window + 1 : shape[index.axis], DType::int64, at);
    }
    Register place = given;
    if (!is_window) {
      const Register from_end = let(Primitive::Add, DType::int64, {given, length}, at);
      const Register is_negative = let(Primitive::Less, DType::int64, {given, zero}, at);
      place = let(Primitive::Select, DType::int64, {is_negative, from_end, given}, at);
    }
    const Register low = let(Primitive::GreaterEqual, DType::int64, {place, zero}, at);
    const Register high = let(Primitive::Less, DType::int64, {place, length}, at);
    const Register inside = let(Primitive::And, DType::boolean, {low, high}, at);
    fits = fits == kNone ? inside : let(Primitive::And, DType::boolean, {fits, inside}, at);
    same_position_[place] = positions_.try_emplace({operand, shape[index.axis]}, place).first->second;
    if (is_window) same_position_.erase(place);
    if (strides[index.axis] != 0) terms.emplace_back(place, strides[index.axis]);
  }
  if (fits != kNone) {
    std::vector<Register> operands{fits};
    add_check_numbers(node, rows, operands);
    const int32_t site = add_site(node);
    Statement& check = add(Kind::Check, at);
    check.operands = std::move(operands);
    check.site = site;
  }
  const std::vector<std::pair<Register, int64_t>> further = place_ranges(id, strides);
  terms.insert(terms.end(), further.begin(), further.end());
  return terms;
}

void Lowering::lower_slice(ir::NodeId id) {
  const ir::ValueId result = graph_.node(id).results[0];
  std::vector<std::pair<Register, int64_t>> terms = place_indices(id);
  if (is_number(type(result)))
    state(result).reg = read_element(id, std::move(terms));
  else
    terms_[result] = std::move(terms);
}

/// Copies the elements of a view of an array that has its own elements in row-major order.
void Lowering::lower_copied_view(ir::NodeId id) {
  const ir::Node& node = graph_.node(id);
  const ir::ValueId result = node.results[0];
  StridedAccess place = analysis_.view(id);
  if (analysis_.is_placed(id)) place.terms = place_indices(id);
  const Source from{source(node.operands[0], node.location).array, std::move(place), type(result).shape};
  const ArrayId array = add_array(type(result));
  add(Kind::Allocate, node.location).array = array;
  copy_elements(from, from.shape, {array, 0, row_major(from.shape)}, node.location);
  state(result).array = array;
}

ir::ValueId Lowering::base_of(ir::ValueId value) {
  while (const ir::Node* view = view_of(value)) value = view->operands[0];
  return value;
}

}  // namespace ag::codegen
