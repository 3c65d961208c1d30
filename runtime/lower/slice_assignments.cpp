/// Lowers slice assignments: in place, by the loops that compute the new elements or by loops that copy them.
///
/// Programs that profit: loops that replace parts of arrays, such as trajectories, sweeps, boundary conditions and
/// shifts.
#include <algorithm>
#include <cstdlib>
#include <functional>
#include <ranges>

#include "lower/bounded/extent_registers.h"
#include "lower/element_copies.h"
#include "lower/fusion.h"
#include "lower/graph_lowering.h"
#include "lower/lowered_values.h"
#include "lower/nests/nest_strides.h"
#include "lower/node_lowerings.h"
#include "lower/slice_places.h"

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

class SliceAssignLowering : LoweringPart {
 public:
  explicit SliceAssignLowering(LoweringContext& context) : LoweringPart(context) {}

  void lower(ir::NodeId id);

 private:
  /// Lets the loops that compute the new elements of a slice store them. Returns false, with no such store emitted, if
  /// they cannot.
  bool store_slice_in_place(ir::NodeId node, const Part& part);
  bool may_be_repeated(ir::NodeId slice_assign);
  bool may_be_copied(ir::NodeId slice_assign);
  void lower_copied_update(ir::NodeId slice_assign);
  bool reads_same_part(ir::NodeId id, const Part& part, ir::NodeId slice_assign);
  void copy_around(const SliceAccess& slice, const Part& part, const Source& old, SourceLocation at);
  /// Emits loops that copy the new elements of a slice to their place.
  void move_to_slice(ir::NodeId node, const Part& part);
  void copy_to_slice(ir::NodeId node, const Part& part, const std::optional<Source>& from);
  std::optional<std::vector<ir::ValueId>> copies_for_storing(ir::NodeId slice_assign, const Part& part);
  void copy_to_part(const std::optional<Source>& from, Register single, const Shape& shape, const AxisExtents& by_axis,
                    const Part& part, SourceLocation location, Register scale = kNone);
  ArrayId copy_of_bounded(ir::ValueId value, SourceLocation location);
  /// Returns the extents of the slice that a SliceAssign replaces.
  AxisExtents slice_extents(ir::NodeId id) {
    return analysis_.slice_extents(analysis_.placement(id), analysis_.extents(graph_.node(id).operands[0]));
  }
};

}  // namespace

/// Returns the operands of the nest that computes the value which have to be copied, so that the nest can store the
/// value as a slice: it loads no element that it stores in another iteration. Returns nullopt if the value has another
/// use, or if too much would be copied.
std::optional<std::vector<ir::ValueId>> SliceAssignLowering::copies_for_storing(ir::NodeId slice_assign,
                                                                                const Part& part) {
  const ir::ValueId value = graph_.node(slice_assign).operands[1];
  const Shape& array = analysis_.type(graph_.node(slice_assign).operands[0]).shape;
  const Shape& domain = analysis_.type(value).shape;
  if (!fusion().may_be_stored_as_part(value)) return std::nullopt;
  const Cluster& cluster = fusion().cluster(values().state(value).cluster);
  if (cluster.scan) return std::nullopt;
  const StridedAccess stored = slice_places().with_positions({part.offset, part.strides, part.terms});
  std::vector<ir::ValueId> copies;
  for (ir::NodeId id : cluster.nodes) {
    for (ir::ValueId operand : graph_.node(id).operands) {
      if (values().state(operand).cluster != kNone || values().state(values().base_of(operand)).array != part.array)
        continue;
      if (reads_same_part(id, part, slice_assign)) continue;
      if (fusion().takes_from_elsewhere(id) || !part.steps.empty() ||
          (values().view_of(operand) && !values().place_in_root(operand)))
        return std::nullopt;
      const Shape& shape = analysis_.type(operand).shape;
      StridedAccess read = slice_places().with_positions(values().place(operand));
      read.strides = broadcast(read.strides, shape, domain);
      const AxisExtents& own = analysis_.extents(operand);
      const bool same_extents = shape.size() != 1 || domain.size() != 1 || own == analysis_.extents(value);
      if (same_extents && keep_apart(std::move(read), stored, domain, array)) continue;
      // A row or column is copied: the array of the whole value would be larger.
      if (!values().view_of(operand) || shape.element_count() > domain.element_count() / 2) return std::nullopt;
      if (std::ranges::find(copies, operand) == copies.end()) copies.push_back(operand);
    }
  }
  return copies;
}

/// True if a node reads the slice with computed steps that an assignment replaces.
bool SliceAssignLowering::reads_same_part(ir::NodeId id, const Part& part, ir::NodeId slice_assign) {
  if (analysis_.class_of(id) != NodeClass::SteppedSlice || part.steps.empty()) return false;
  const ir::Node& node = graph_.node(id);
  const SliceAccess &read = analysis_.placement(id), &stored = analysis_.placement(slice_assign);
  if (node.operands[0] != graph_.node(slice_assign).operands[0] || !(read.shape == stored.shape)) return false;
  if (read.offset != stored.offset || read.strides != stored.strides || read.axes != stored.axes) return false;
  const AxisExtents of_read = analysis_.slice_extents(read, {});
  return of_read == slice_extents(slice_assign) && values().terms_of(node.results[0]) == part.terms;
}

/// True if loops can copy the array of a slice assignment: its shape and that of the slice are known.
bool SliceAssignLowering::may_be_copied(ir::NodeId id) {
  const ir::Node& node = graph_.node(id);
  const ir::TensorType &from = analysis_.type(node.operands[0]), &to = analysis_.type(node.results[0]);
  return !analysis_.is_bounded(node.operands[0]) && from.shape.known() && from.shape == to.shape &&
         from.dtype == to.dtype && slice_extents(id).empty() && from.shape.element_count() > 0;
}

/// Lowers a slice assignment whose old elements are needed later: a new array takes these and the new elements. If the
/// slice is a block with most of the elements, only those around it are copied.
void SliceAssignLowering::lower_copied_update(ir::NodeId id) {
  const ir::Node& node = graph_.node(id);
  const ir::ValueId target = node.operands[0], value = node.operands[1];
  const SourceLocation at = node.location;
  const std::vector<std::pair<Register, int64_t>> terms =
      slice_places().place_indices(id, row_major(analysis_.type(target).shape));
  const Source old = values().source(target, at);
  std::optional<Source> from;
  if (is_number(analysis_.type(value))) values().number(value);
  const ArrayId array = builder_.add_array(analysis_.type(node.results[0]));
  builder_.add(Kind::Allocate, at).array = array;
  const Part part{array, analysis_.view(id).offset, analysis_.view(id).strides, terms};
  copy_around(analysis_.placement(id), part, old, at);
  if (!store_slice_in_place(id, part)) {
    if (!is_number(analysis_.type(value))) from = values().source(value, at);
    copy_to_part(from, from ? kNone : values().number(value), analysis_.placement(id).shape, {}, part, at);
  }
  values().state(node.results[0]).array = array;
}

/// Copies the elements of an array, or only those outside of a slice if that is a block of at least half of them.
void SliceAssignLowering::copy_around(const SliceAccess& slice, const Part& part, const Source& old,
                                      SourceLocation at) {
  const Strides whole = row_major(old.shape);
  const size_t rank = old.shape.size();
  Shape block(old.shape);
  for (size_t axis = 0; axis < rank; ++axis) block[axis] = 1;
  bool is_block = part.terms.empty() && slice.ranges.empty();
  for (size_t k = 0; k < slice.axes.size(); ++k) {
    const size_t axis = slice.axes[k];
    if (axis == rank) continue;  // a new axis
    is_block = is_block && (slice.shape[k] == 1 || part.strides[k] == whole[axis]);
    block[axis] = slice.shape[k];
  }
  if (!is_block || 2 * block.element_count() < old.shape.element_count())
    return copy_elements(builder_, old, old.shape, {part.array, 0, whole}, at);
  // The elements before and after the block along each axis, within the block along the axes before it.
  Shape slab(old.shape);
  std::vector<int64_t> first(rank, 0);
  const auto copy_slab = [&](size_t axis, int64_t start, int64_t length) {
    if (length == 0) return;
    first[axis] = start, slab[axis] = length;
    Source from = old;
    Part to{part.array, 0, whole};
    for (size_t k = 0; k < rank; ++k) {
      from.place.offset += first[k] * old.place.strides[k];
      to.offset += first[k] * whole[k];
    }
    from.shape = slab;
    copy_elements(builder_, from, slab, to, at);
  };
  int64_t rest = part.offset;
  for (size_t axis = 0; axis < rank; ++axis) {
    const int64_t start = rest / whole[axis], end = start + block[axis];
    rest %= whole[axis];
    copy_slab(axis, 0, start);
    copy_slab(axis, end, old.shape[axis] - end);
    first[axis] = start, slab[axis] = block[axis];
  }
}

/// Lowers a slice assignment. If the old elements are needed later, a new array takes them and the new ones. Otherwise
/// the array is made unique, and the slice is stored by the loops that compute it, or by loops that copy it.
void SliceAssignLowering::lower(ir::NodeId id) {
  const ir::Node& node = graph_.node(id);
  const ir::ValueId target = node.operands[0], value = node.operands[1];
  if (!analysis_.consumes(id, target) || std::ranges::count(node.operands, target) != 1 || values().view_of(target) ||
      !(analysis_.type(target).shape == analysis_.type(node.results[0]).shape)) {
    return may_be_copied(id) ? lower_copied_update(id) : lowering().lower_kernel(id);
  }
  const bool moves = !is_number(analysis_.type(value)) && values().base_of(value) == target;
  if (moves && !values().place_in_root(value)) return lowering().lower_kernel(id);
  const std::vector<std::pair<Register, int64_t>> terms = slice_places().place_indices(id);
  const ArrayId array = values().boxed(target, node.location);
  const Part part{array, analysis_.view(id).offset, analysis_.view(id).strides, terms, extents().steps_of(id)};
  if (may_be_repeated(id)) {
    if (values().state(value).cluster != kNone) fusion().flush(values().state(value).cluster);
    const Register own = extents().extent(analysis_.extents(value)[0]);
    extents().check_in_kernel(node,
                              extents().fits_extent(own, extents().extent(slice_extents(id)[0]), true, node.location));
  }
  if (moves)
    move_to_slice(id, part);
  else if (!store_slice_in_place(id, part))
    copy_to_slice(
        id, part,
        is_number(analysis_.type(value)) ? std::nullopt : std::optional(values().source(value, node.location)));
  values().state(node.results[0]).array = array;
}

/// True if the number of new elements of a slice is known only at run time, and a single element is repeated.
bool SliceAssignLowering::may_be_repeated(ir::NodeId slice_assign) {
  const AxisExtents& own = analysis_.extents(graph_.node(slice_assign).operands[1]);
  return own.size() == 1 && own != slice_extents(slice_assign);
}

bool SliceAssignLowering::store_slice_in_place(ir::NodeId id, const Part& part) {
  const ir::Node& node = graph_.node(id);
  const ir::ValueId value = node.operands[1];
  const auto copies = [&]() -> std::optional<std::vector<ir::ValueId>> {
    const bool fits =
        analysis_.type(value).shape == analysis_.placement(id).shape && analysis_.extents(value) == slice_extents(id);
    // The access of a nest has one factor for all axes.
    const bool stored_by_nest = part.steps.size() <= 1;
    return fits && stored_by_nest ? copies_for_storing(id, part) : std::nullopt;
  };
  if (!copies()) return false;
  const int32_t cluster = values().state(value).cluster;
  fusion().flush_other_readers(part.array, cluster);
  const std::optional<std::vector<ir::ValueId>> before = copies();
  if (!before) return false;  // the flushed clusters may have used the value
  for (ir::ValueId operand : *before) values().read_copy(operand, copy_of_bounded(operand, node.location));
  if (part.array == values().state(node.operands[0]).array) {
    values().free_views(node.operands[0], {}, node.location);
    builder_.add(Kind::MakeUnique, node.location).array = part.array;
  }
  values().store_in(value, part);
  fusion().flush(cluster);
  values().forget_part(value);
  for (ir::ValueId operand : *before) values().forget_copy(operand);
  return true;
}

/// Copies elements within an array, through a temporary array if a store might precede the load of the same element.
void SliceAssignLowering::move_to_slice(ir::NodeId id, const Part& part) {
  const ir::Node& node = graph_.node(id);
  const ir::ValueId value = node.operands[1];
  const Shape& domain = analysis_.placement(id).shape;
  Source from = values().source(value, node.location);
  StridedAccess read = slice_places().with_positions(from.place);
  read.strides = broadcast(read.strides, from.shape, domain);
  const StridedAccess stored = slice_places().with_positions({part.offset, part.strides, part.terms});
  if (may_be_repeated(id) || !part.steps.empty() ||
      !keep_apart(std::move(read), stored, domain, analysis_.type(node.operands[0]).shape))
    from = {copy_of_bounded(value, node.location), {0, row_major(from.shape), {}}, from.shape};
  copy_to_slice(id, part, std::move(from));
}

/// Emits loops that copy elements, or repeat one number, to a part of an array. The extents are those of the part.
void SliceAssignLowering::copy_to_part(const std::optional<Source>& from, Register single, const Shape& shape,
                                       const AxisExtents& by_axis, const Part& part, SourceLocation location,
                                       Register scale) {
  Index to{part.offset, part.terms}, at;
  if (from) at = {from->place.offset, from->place.terms};
  std::vector<LoopRange> loops;
  std::vector<std::pair<size_t, Register>> stepped;  // the terms of `to` with a factor that depends on values
  for (size_t axis = 0; axis < shape.size(); ++axis) {
    if (shape[axis] == 1) continue;
    const Register index = builder_.add_register(DType::int64);
    loops.push_back({index, shape[axis], is_counted(by_axis, axis) ? extents().extent(by_axis[axis]) : kNone});
    if (!part.steps.empty() && part.steps[axis] != kNone) stepped.emplace_back(to.terms.size(), part.steps[axis]);
    to.terms.emplace_back(index, part.strides[axis]);
    if (!from) continue;
    const int64_t stride = broadcast(from->place.strides, from->shape, shape)[axis];
    if (stride != 0) at.terms.emplace_back(index, stride);
  }
  Block body;
  builder_.inside(body, [&] {
    for (auto& [index, stride] : at.terms) {
      if (scale == kNone || index != loops.back().index) continue;
      index = builder_.let(Primitive::Multiply, DType::int64, {index, scale}, location);
    }
    for (const auto& [term, step] : stepped)
      to.terms[term].first = builder_.let(Primitive::Multiply, DType::int64, {to.terms[term].first, step}, location);
    const Register element = from ? builder_.load_at(from->array, at, location) : single;
    builder_.store_at(part.array, to, element, location);
  });
  builder_.emit_nest(std::move(body), std::move(loops), location);
}

/// Returns a copy of a view, which may be bounded.
ArrayId SliceAssignLowering::copy_of_bounded(ir::ValueId value, SourceLocation location) {
  const Source from = values().source(value, location);
  const ArrayId array = builder_.add_array(analysis_.type(value));
  builder_.add(Kind::Allocate, location).array = array;
  copy_to_part(from, kNone, from.shape, analysis_.extents(value), {array, 0, row_major(from.shape)}, location);
  return array;
}

/// Stores a number or the elements of `from` to a slice.
void SliceAssignLowering::copy_to_slice(ir::NodeId id, const Part& part, const std::optional<Source>& from) {
  const ir::Node& node = graph_.node(id);
  const ir::ValueId value = node.operands[1];
  const Register single = from ? kNone : values().number(value);
  fusion().flush_readers(part.array);
  values().free_views(node.operands[0], {}, node.location);
  builder_.add(Kind::MakeUnique, node.location).array = part.array;
  const Register scale =
      may_be_repeated(id) ? extents().index_scale(analysis_.extents(value)[0], node.location) : kNone;
  copy_to_part(from, single, analysis_.placement(id).shape, slice_extents(id), part, node.location, scale);
}

void lower_slice_assign(LoweringContext& context, ir::NodeId id) { SliceAssignLowering(context).lower(id); }

}  // namespace ag::codegen
