/// Lowers views, slices at computed positions, and slice assignments.
///
/// Programs that profit: loops that read and replace parts of arrays: trajectories of simulations, tables of dynamic
/// programming, sliding windows.
#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "lower/lowering.h"
#include "lower/nest_strides.h"
#include "lower/view_strides.h"

namespace ag::codegen {

namespace {

using Kind = StatementKind;

/// True if `distance` may be a sum of multiples of strides, each by less than the extent of its axis. `axes`: extents
/// and strides, the longest stride first.
bool may_meet(int64_t distance, std::span<const std::pair<int64_t, int64_t>> axes) {
  if (axes.empty()) return distance == 0;
  const auto [extent, stride] = axes.front();
  const std::span rest = axes.subspan(1);
  int64_t reach = 0;  // of the other axes
  for (const auto& [dim, step] : rest) reach += (dim - 1) * step;
  if (reach >= stride) return true;
  const int64_t near = distance / stride;
  for (const int64_t steps : {near - 1, near, near + 1}) {
    if (std::abs(steps) < extent && std::abs(distance - steps * stride) <= reach &&
        may_meet(distance - steps * stride, rest))
      return true;
  }
  return false;
}

/// True if the elements at two places of a row-major array are known to be distinct.
bool are_disjoint(const StridedAccess& a, const StridedAccess& b, const Shape& domain) {
  if (a.terms != b.terms) return false;
  std::vector<std::pair<int64_t, int64_t>> axes;
  for (size_t axis = 0; axis < domain.size(); ++axis) {
    if (domain[axis] == 1) continue;
    if (a.strides[axis] != b.strides[axis] || a.strides[axis] == 0) return false;
    axes.emplace_back(domain[axis], std::abs(a.strides[axis]));
  }
  std::ranges::sort(axes, std::ranges::greater(), &std::pair<int64_t, int64_t>::second);
  return !may_meet(a.offset - b.offset, axes);
}

using Terms = std::vector<std::pair<Register, int64_t>>;

/// Removes the terms that both accesses have.
void cancel(Terms& a, Terms& b) {
  std::erase_if(a, [&](const auto& term) {
    const auto same = std::ranges::find(b, term);
    if (same == b.end()) return false;
    b.erase(same);
    return true;
  });
}

/// True if a loop that loads one element of a row-major array and stores another in each iteration may store before
/// other iterations load. Either both are the same element, or all stores are in other rows than all loads. Terms that
/// both accesses have keep them within the same rows, since both are parts of the array.
bool keep_apart(StridedAccess read, StridedAccess stored, const Shape& domain, const Shape& array) {
  int64_t span = 0;
  for (size_t axis = 0; axis < domain.size(); ++axis) {
    if (domain[axis] == 1) continue;
    if (read.strides[axis] != stored.strides[axis]) return false;
    span += (domain[axis] - 1) * std::abs(stored.strides[axis]);
  }
  cancel(read.terms, stored.terms);
  if (read.offset == stored.offset && read.terms.empty() && stored.terms.empty()) return true;
  if (are_disjoint(read, stored, domain)) return true;
  const Strides rows = row_major(array);
  return std::ranges::any_of(rows, [&](int64_t row) {
    const auto names_rows = [&](const std::pair<Register, int64_t>& term) { return term.second % row == 0; };
    const bool forward = std::ranges::all_of(stored.strides, [](int64_t stride) { return stride >= 0; });
    return forward && stored.offset % row + span < row && (read.offset - stored.offset) % row == 0 &&
           std::ranges::all_of(read.terms, names_rows) && std::ranges::all_of(stored.terms, names_rows);
  });
}

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

/// Emits the indices of a slice with a bounds check. Negative indices count from the end.
std::vector<std::pair<Register, int64_t>> Lowering::place_indices(ir::NodeId id) {
  const ir::Node& node = graph_.node(id);
  const SliceAccess& placement = analysis_.placement(id);
  const Shape& shape = type(node.operands[0]).shape;
  const Strides strides = place(node.operands[0]).strides;
  const SourceLocation at = node.location;
  if (!placement.indices.empty()) flush_checks();
  std::vector<std::pair<Register, int64_t>> terms;
  Register fits = kNone, rows = kNone;  // `rows`: the length of the first axis if its type does not tell
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

ir::ValueId Lowering::base_of(ir::ValueId value) {
  while (const ir::Node* view = view_of(value)) value = view->operands[0];
  return value;
}

/// Returns the access with one register for each position on an axis, whatever statements compute it.
StridedAccess Lowering::with_positions(StridedAccess place) const {
  for (auto& [id, factor] : place.terms) {
    if (const auto found = same_position_.find(id); found != same_position_.end()) id = found->second;
  }
  return place;
}

/// Returns the operands of the nest that computes the value which have to be copied, so that the nest can store the
/// value as a slice: it loads no element that it stores in another iteration. Returns nullopt if the value has another
/// use, or if too much would be copied.
std::optional<std::vector<ir::ValueId>> Lowering::copies_for_storing(ir::ValueId value, const Part& part,
                                                                     const Shape& array) {
  const Shape& domain = type(value).shape;
  if (!may_be_stored_as_part(value)) return std::nullopt;
  const Cluster& cluster = clusters_[static_cast<size_t>(state(value).cluster)];
  if (cluster.scan) return std::nullopt;
  const StridedAccess stored = with_positions({part.offset, part.strides, part.terms});
  std::vector<ir::ValueId> copies;
  for (ir::NodeId id : cluster.nodes) {
    for (ir::ValueId operand : graph_.node(id).operands) {
      if (state(operand).cluster != kNone || state(base_of(operand)).array != part.array) continue;
      if (takes_from_elsewhere(id) || (view_of(operand) && !place_in_root(operand))) return std::nullopt;
      const Shape& shape = type(operand).shape;
      StridedAccess read = with_positions(place(operand));
      read.strides = broadcast(read.strides, shape, domain);
      const AxisExtents& own = analysis_.extents(operand);
      const bool same_extents = shape.size() != 1 || domain.size() != 1 || own == analysis_.extents(value);
      if (same_extents && keep_apart(std::move(read), stored, domain, array)) continue;
      // A row or column is copied: the array of the whole value would be larger.
      if (!view_of(operand) || shape.element_count() > domain.element_count() / 2) return std::nullopt;
      if (std::ranges::find(copies, operand) == copies.end()) copies.push_back(operand);
    }
  }
  return copies;
}

/// Lowers a slice assignment. If the old elements are needed later, the kernel copies them. Otherwise the array is made
/// unique, and the slice is stored by the loops that compute it, or by loops that copy it.
void Lowering::lower_slice_assign(ir::NodeId id) {
  const ir::Node& node = graph_.node(id);
  const ir::ValueId target = node.operands[0], value = node.operands[1];
  if (!analysis_.consumes(id, target) || std::ranges::count(node.operands, target) != 1 || view_of(target) ||
      !(type(target).shape == type(node.results[0]).shape)) {
    return lower_kernel(id);
  }
  const bool moves = !is_number(type(value)) && base_of(value) == target;
  if (moves && !place_in_root(value)) return lower_kernel(id);
  const std::vector<std::pair<Register, int64_t>> terms = place_indices(id);
  const ArrayId array = boxed(target, node.location);
  const Part part{array, analysis_.view(id).offset, analysis_.view(id).strides, terms};
  if (may_be_repeated(id)) {
    if (state(value).cluster != kNone) flush(state(value).cluster);
    const Register own = extent(analysis_.extents(value)[0]);
    check_in_kernel(node, fits_extent(own, extent(slice_extents(id)[0]), true, node.location));
  }
  if (moves)
    move_to_slice(id, part);
  else if (!store_slice_in_place(id, part))
    copy_to_slice(id, part, is_number(type(value)) ? std::nullopt : std::optional(source(value, node.location)));
  state(node.results[0]).array = array;
}

/// True if the new elements of a slice may be a single one, which is repeated: only the run tells their number.
bool Lowering::may_be_repeated(ir::NodeId slice_assign) {
  const AxisExtents& own = analysis_.extents(graph_.node(slice_assign).operands[1]);
  return own.size() == 1 && own != slice_extents(slice_assign);
}

bool Lowering::store_slice_in_place(ir::NodeId id, const Part& part) {
  const ir::Node& node = graph_.node(id);
  const ir::ValueId value = node.operands[1];
  const auto copies = [&]() -> std::optional<std::vector<ir::ValueId>> {
    const bool fits =
        type(value).shape == analysis_.placement(id).shape && analysis_.extents(value) == slice_extents(id);
    return fits ? copies_for_storing(value, part, type(node.operands[0]).shape) : std::nullopt;
  };
  if (!copies()) return false;
  const int32_t cluster = state(value).cluster;
  for (int32_t other : std::vector(open_)) {
    if (other != cluster && reads(clusters_[static_cast<size_t>(other)], part.array)) flush(other);
  }
  const std::optional<std::vector<ir::ValueId>> before = copies();
  if (!before) return false;  // the flushed clusters may have used the value
  for (ir::ValueId operand : *before) copies_[operand] = copy_of_bounded(operand, node.location);
  free_views(node.operands[0], {}, node.location);
  add(Kind::MakeUnique, node.location).array = part.array;
  parts_[value] = part;
  flush(cluster);
  parts_.erase(value);
  for (ir::ValueId operand : *before) copies_.erase(operand);
  return true;
}

/// Copies elements within an array, through a temporary array if a store might precede the load of the same element.
void Lowering::move_to_slice(ir::NodeId id, const Part& part) {
  const ir::Node& node = graph_.node(id);
  const ir::ValueId value = node.operands[1];
  const Shape& domain = analysis_.placement(id).shape;
  Source from = source(value, node.location);
  StridedAccess read = with_positions(from.place);
  read.strides = broadcast(read.strides, from.shape, domain);
  const StridedAccess stored = with_positions({part.offset, part.strides, part.terms});
  if (may_be_repeated(id) || !keep_apart(std::move(read), stored, domain, type(node.operands[0]).shape))
    from = {copy_of_bounded(value, node.location), {0, row_major(from.shape), {}}, from.shape};
  copy_to_slice(id, part, std::move(from));
}

/// Emits loops that copy elements, or repeat one number, to a part of an array. The extents are those of the part.
void Lowering::copy_to_part(const std::optional<Source>& from, Register single, const Shape& shape,
                            const AxisExtents& extents, const Part& part, SourceLocation location, Register scale) {
  Index to{part.offset, part.terms}, at;
  if (from) at = {from->place.offset, from->place.terms};
  std::vector<LoopRange> loops;
  for (size_t axis = 0; axis < shape.size(); ++axis) {
    if (shape[axis] == 1) continue;
    const Register index = add_register(DType::int64);
    loops.push_back({index, shape[axis], is_counted(extents, axis) ? extent(extents[axis]) : kNone});
    to.terms.emplace_back(index, part.strides[axis]);
    if (!from) continue;
    const int64_t stride = broadcast(from->place.strides, from->shape, shape)[axis];
    if (stride != 0) at.terms.emplace_back(index, stride);
  }
  Block body;
  inside(body, [&] {
    for (auto& [index, stride] : at.terms) {
      if (scale == kNone || index != loops.back().index) continue;
      index = let(Primitive::Multiply, DType::int64, {index, scale}, location);
    }
    const Register element = from ? load_at(from->array, at, location) : single;
    store_at(part.array, to, element, location);
  });
  emit_nest(std::move(body), std::move(loops), location);
}

/// Returns a copy of a view, which may be bounded.
ArrayId Lowering::copy_of_bounded(ir::ValueId value, SourceLocation location) {
  const Source from = source(value, location);
  const ArrayId array = add_array(type(value));
  add(Kind::Allocate, location).array = array;
  copy_to_part(from, kNone, from.shape, analysis_.extents(value), {array, 0, row_major(from.shape)}, location);
  return array;
}

/// Frees the tensors of the views of a value, which have no use after the update of the value that takes `operands`.
/// Otherwise the update would copy its elements.
void Lowering::free_views(ir::ValueId of, const std::vector<ArrayId>& operands, SourceLocation location) {
  for (const auto& [value, before] : learned_) {
    ArrayId& array = state(value).array;
    if (array == kNone || !view_of(value) || base_of(value) != of) continue;
    if (array == state(of).array || std::ranges::find(operands, array) != operands.end()) continue;
    add(Kind::Free, location).array = array;
    array = kNone;
  }
}

/// Stores a number or the elements of `from` to a slice.
void Lowering::copy_to_slice(ir::NodeId id, const Part& part, const std::optional<Source>& from) {
  const ir::Node& node = graph_.node(id);
  const ir::ValueId value = node.operands[1];
  const Register single = from ? kNone : number(value);
  flush_readers(part.array);
  free_views(node.operands[0], {}, node.location);
  add(Kind::MakeUnique, node.location).array = part.array;
  const Register scale = may_be_repeated(id) ? index_scale(analysis_.extents(value)[0], node.location) : kNone;
  copy_to_part(from, single, analysis_.placement(id).shape, slice_extents(id), part, node.location, scale);
}

}  // namespace ag::codegen
