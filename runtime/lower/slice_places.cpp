#include "lower/slice_places.h"

#include "lower/bounded/extent_registers.h"
#include "lower/fusion.h"
#include "lower/lowered_values.h"

namespace ag::codegen {

namespace {

using Kind = StatementKind;

}  // namespace

std::vector<std::pair<Register, int64_t>> SlicePlaces::place_indices(ir::NodeId id) {
  return place_indices(id, values().place(graph_.node(id).operands[0]).strides);
}

/// Emits the indices of a slice with a bounds check. Negative indices count from the end.
std::vector<std::pair<Register, int64_t>> SlicePlaces::place_indices(ir::NodeId id,
                                                                     const std::vector<int64_t>& strides) {
  const ir::Node& node = graph_.node(id);
  const SliceAccess& placement = analysis_.placement(id);
  const Shape& shape = analysis_.type(node.operands[0]).shape;
  const AxisExtents& array_extents = analysis_.extents(node.operands[0]);
  const SourceLocation at = node.location;
  if (!placement.indices.empty()) fusion().flush_checks();
  std::vector<std::pair<Register, int64_t>> terms;
  Register fits = kNone, rows = kNone;  // `rows`: the length of the first axis if it is not static
  for (const SliceAccess::Index& index : placement.indices) {
    const ir::ValueId operand = node.operands[index.operand];
    Register given = values().number(operand);
    if (analysis_.type(operand).dtype != DType::int64)
      given = builder_.let(Primitive::Convert, DType::int64, {given}, at);
    const bool is_window = index.window != 0, counted = is_counted(array_extents, index.axis);
    const Register zero = builder_.integer(0, DType::int64, at);
    Register length;
    if (shape[index.axis] == unknown) {
      const ArrayId array = values().boxed(node.operands[0], at);
      Statement& asked = builder_.add(Kind::Length, at);
      asked.array = array;
      length = rows = asked.result = builder_.add_register(DType::int64);
    } else if (counted) {
      length = extents().range_of(array_extents[index.axis], at).count;
    } else {
      length = builder_.integer(is_window ? shape[index.axis] - index.window + 1 : shape[index.axis], DType::int64, at);
    }
    Register place = given;
    if (!is_window) {
      const Register from_end = builder_.let(Primitive::Add, DType::int64, {given, length}, at);
      const Register is_negative = builder_.let(Primitive::Less, DType::int64, {given, zero}, at);
      place = builder_.let(Primitive::Select, DType::int64, {is_negative, from_end, given}, at);
    }
    const Register low = builder_.let(Primitive::GreaterEqual, DType::int64, {place, zero}, at);
    const Register high = builder_.let(Primitive::Less, DType::int64, {place, length}, at);
    const Register inside = builder_.let(Primitive::And, DType::boolean, {low, high}, at);
    fits = fits == kNone ? inside : builder_.let(Primitive::And, DType::boolean, {fits, inside}, at);
    if (!counted) same_position_[place] = positions_.try_emplace({operand, shape[index.axis]}, place).first->second;
    if (is_window) same_position_.erase(place);
    if (strides[index.axis] != 0) terms.emplace_back(place, strides[index.axis]);
  }
  if (fits != kNone) {
    std::vector<Register> operands{fits};
    extents().add_check_numbers(node, rows, operands);
    const int32_t site = context_.add_site(node);
    Statement& check = builder_.add(Kind::Check, at);
    check.operands = std::move(operands);
    check.site = site;
  }
  const std::vector<std::pair<Register, int64_t>> further = extents().place_ranges(id, strides);
  terms.insert(terms.end(), further.begin(), further.end());
  return terms;
}

/// Returns the access with one register for each position on an axis, whatever statements compute it.
StridedAccess SlicePlaces::with_positions(StridedAccess place) const {
  for (auto& [id, factor] : place.terms) {
    if (const auto found = same_position_.find(id); found != same_position_.end()) id = found->second;
  }
  return place;
}

}  // namespace ag::codegen
