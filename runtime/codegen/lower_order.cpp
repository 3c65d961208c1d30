/// Rows of few elements in order: a loop over the rows, in which neighbours change places by selection.
#include <string_view>

#include "codegen/lowering.h"
#include "codegen/strides.h"

namespace ag::codegen {

namespace {

size_t axis_of(const ir::Node& node, const Shape& shape) {
  const size_t attribute = node.op->name == std::string_view("top_k") ? 1 : 0;
  const int64_t axis = std::get<int64_t>(node.attributes[attribute]);
  return static_cast<size_t>(axis < 0 ? axis + shape.rank() : axis);
}

}  // namespace

bool orders_rows(const ir::Node& node) {
  const std::string_view name = node.op->name;
  return name == "sort" || name == "argsort" || name == "top_k";
}

bool GraphAnalysis::orders_short_rows(const ir::Node& node) const {
  const ir::TensorType& operand = graph_.value(node.operands[0]).type;
  const bool half = is_floating(operand.dtype) && item_size(operand.dtype) == 2;
  if (!operand.shape.known() || operand.shape.empty() || half || operand.dtype == DType::boolean) return false;
  for (const ir::ValueId result : node.results) {
    if (!graph_.value(result).type.shape.known() || graph_.value(result).type.shape.element_count() == 0) return false;
  }
  return operand.shape[axis_of(node, operand.shape)] <= kShortRow;
}

/// Whether `a` stands before `b`, as kernel/order.h has it.
Register Lowering::stands_before(Register a, Register b, DType dtype, bool descending, SourceLocation location) {
  if (!is_floating(dtype)) {
    return let(descending ? Primitive::Greater : Primitive::Less, dtype, {a, b}, location);
  }
  // A NaN is not at or behind a number, and no NaN stands before anything.
  const Primitive behind = descending ? Primitive::LessEqual : Primitive::GreaterEqual;
  const Register is_before = let(Primitive::Not, DType::boolean, {let(behind, dtype, {a, b}, location)}, location);
  const Register is_number = let(Primitive::Equal, dtype, {a, a}, location);
  return let(Primitive::And, DType::boolean, {is_before, is_number}, location);
}

void Lowering::lower_order(ir::NodeId id) {
  const ir::Node& node = graph_.node(id);
  const SourceLocation at = node.location;
  const std::string_view name = node.op->name;
  const bool takes_first = name == "top_k", descending = takes_first || std::get<bool>(node.attributes[1]);
  const Source from = source(node.operands[0], at);
  const DType dtype = type(node.operands[0]).dtype;
  const size_t axis = axis_of(node, from.shape);
  // Which of the results holds elements, and which one places.
  const auto if_needed = [&](ir::ValueId result) { return analysis_.uses(result) > 0 ? result : ir::kNone; };
  const ir::ValueId elements = name == "argsort" ? ir::kNone : if_needed(node.results[0]);
  const ir::ValueId places = takes_first ? if_needed(node.results[1]) : name == "argsort" ? node.results[0] : ir::kNone;
  for (const ir::ValueId result : {elements, places}) {
    if (result == ir::kNone) continue;
    state(result).array = add_array(type(result));
    add(StatementKind::Allocate, at).array = state(result).array;
  }
  const Shape& shape = type(node.results[0]).shape;
  const Strides strides = row_major(shape);
  Index read{from.place.offset, from.place.terms}, write;
  const auto order_row = [&] {
    std::vector<Register> row, place;
    for (int64_t k = 0; k < from.shape[axis]; ++k) {
      Index index = read;
      index.offset += k * from.place.strides[axis];
      row.push_back(load_at(from.array, index, at));
      if (places != ir::kNone) place.push_back(constant(DType::int32, static_cast<uint64_t>(k), at));
    }
    // Neighbours that do not stand in order change places, those at even and those at odd places by turns: what is
    // equal keeps its order.
    for (size_t round = 0; round < row.size(); ++round) {
      for (size_t k = round % 2; k + 1 < row.size(); k += 2) {
        const Register before = row[k], after = row[k + 1];
        const Register wrong = stands_before(after, before, dtype, descending, at);
        row[k] = let(Primitive::Select, dtype, {wrong, after, before}, at);
        row[k + 1] = let(Primitive::Select, dtype, {wrong, before, after}, at);
        if (places == ir::kNone) continue;
        const Register first = place[k], second = place[k + 1];
        place[k] = let(Primitive::Select, DType::int32, {wrong, second, first}, at);
        place[k + 1] = let(Primitive::Select, DType::int32, {wrong, first, second}, at);
      }
    }
    for (int64_t k = 0; k < shape[axis]; ++k) {
      Index index = write;
      index.offset += k * strides[axis];
      const auto number = static_cast<size_t>(k);
      if (elements != ir::kNone) store_at(state(elements).array, index, row[number], at);
      if (places == ir::kNone) continue;
      store_at(state(places).array, index, let(Primitive::Convert, DType::int64, {place[number]}, at), at);
    }
  };
  const auto from_axis = [&](auto&& self, size_t k) -> void {
    if (k == shape.size()) return order_row();
    if (k == axis || shape[k] == 1) return self(self, k + 1);
    loop(shape[k], at, [&](Register index) {
      read.terms.emplace_back(index, from.place.strides[k]);
      write.terms.emplace_back(index, strides[k]);
      self(self, k + 1);
    });
  };
  from_axis(from_axis, 0);
}

}  // namespace ag::codegen
