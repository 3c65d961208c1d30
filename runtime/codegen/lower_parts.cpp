/// Views, parts of arrays at places that numbers tell, and parts that are replaced.
#include <algorithm>

#include "codegen/lowering.h"
#include "codegen/strides.h"

namespace ag::codegen {

namespace {

using Kind = StatementKind;

}  // namespace

/// Views wait until they are needed; a number is read at once.
void Lowering::lower_view(ir::NodeId id) {
  const ir::ValueId result = graph_.node(id).results[0];
  if (is_number(type(result))) state(result).reg = read_element(id, {});
}

Register Lowering::read_element(ir::NodeId id, std::vector<std::pair<Register, int64_t>> terms) {
  const ir::Node& node = graph_.node(id);
  const ArrayId array = row_major_array(node.operands[0], node.location);
  Statement& load = add(Kind::Load, node.location);
  load.array = array;
  load.index.offset = analysis_.view(id).offset;
  load.index.terms = std::move(terms);
  return load.result = add_register(type(node.results[0]).dtype);
}

ArrayId Lowering::row_major_array(ir::ValueId value, SourceLocation location) {
  if (is_whole(place(value), type(value).shape)) return source(value, location).array;
  const ArrayId array = boxed(value, location);
  add(Kind::Dense, location).array = array;
  return array;
}

/// Each index is counted from the end where it is negative, and an error where there is no such element.
std::vector<std::pair<Register, int64_t>> Lowering::place_indices(ir::NodeId id) {
  const ir::Node& node = graph_.node(id);
  const Placement& placement = analysis_.placement(id);
  const Shape& shape = type(node.operands[0]).shape;
  const detail::Strides strides = detail::contiguous_strides(shape.dims());
  const SourceLocation at = node.location;
  if (!placement.indices.empty()) flush_checks();
  std::vector<std::pair<Register, int64_t>> terms;
  Register fits = kNone;
  for (const Placement::Index& index : placement.indices) {
    const ir::ValueId operand = node.operands[index.operand];
    Register given = number(operand);
    if (type(operand).dtype != DType::int64) given = let(Primitive::Convert, DType::int64, {given}, at);
    const bool is_window = index.window != 0;
    const int64_t places = is_window ? shape[index.axis] - index.window + 1 : shape[index.axis];
    const Register zero = integer(0, DType::int64, at), length = integer(places, DType::int64, at);
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
    if (strides[index.axis] != 0) terms.emplace_back(place, strides[index.axis]);
  }
  if (fits == kNone) return terms;
  std::vector<Register> operands{fits};
  for (ir::ValueId operand : node.operands) {
    if (is_number(type(operand))) operands.push_back(number(operand));
  }
  const int32_t site = add_site(node);
  Statement& check = add(Kind::Check, at);
  check.operands = std::move(operands);
  check.site = site;
  return terms;
}

void Lowering::lower_part(ir::NodeId id) {
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

/// Where something needs the old elements, the kernel copies them. Otherwise the array gets elements of its own, if it
/// has none yet, and the part is stored.
void Lowering::lower_update(ir::NodeId id) {
  const ir::Node& node = graph_.node(id);
  const ir::ValueId target = node.operands[0], value = node.operands[1];
  const Shape& shape = analysis_.placement(id).shape;
  if (!analysis_.consumes(id, target) || std::ranges::count(node.operands, target) != 1 || view_of(target) ||
      !(type(target).shape == type(node.results[0]).shape)) {
    return lower_kernel(id);
  }
  // Elements that move within the array are read before the first is stored.
  if (!is_number(type(value)) && base_of(value) == target) return lower_kernel(id);
  const std::vector<std::pair<Register, int64_t>> terms = place_indices(id);
  const ArrayId array = boxed(target, node.location);
  std::optional<Source> from;
  if (!is_number(type(value))) from = source(value, node.location);
  const Register single = from ? kNone : number(value);
  flush_readers(array);
  add(Kind::Own, node.location).array = array;
  Index to{analysis_.view(id).offset, terms}, at;
  if (from) at = {from->place.offset, from->place.terms};
  std::vector<std::pair<Register, int64_t>> loops;  // from the outermost to the innermost
  for (size_t axis = 0; axis < shape.size(); ++axis) {
    if (shape[axis] == 1) continue;
    const Register index = add_register(DType::int64);
    loops.emplace_back(index, shape[axis]);
    to.terms.emplace_back(index, analysis_.view(id).strides[axis]);
    if (!from) continue;
    const int64_t stride = broadcast(from->place.strides, from->shape, shape)[axis];
    if (stride != 0) at.terms.emplace_back(index, stride);
  }
  Block body;
  inside(body, [&] {
    Register element = single;
    if (from) {
      Statement& load = add(Kind::Load, node.location);
      load.array = from->array;
      load.index = at;
      element = load.result = add_register(type(value).dtype);
    }
    Statement& store = add(Kind::Store, node.location);
    store.array = array;
    store.index = to;
    store.operands = {element};
  });
  while (!loops.empty()) {
    Statement loop;
    loop.kind = Kind::Loop;
    loop.location = node.location;
    loop.result = loops.back().first;
    loop.extent = loops.back().second;
    loop.blocks.push_back(std::move(body));
    body = Block();
    body.push_back(std::move(loop));
    loops.pop_back();
  }
  out_->insert(out_->end(), std::make_move_iterator(body.begin()), std::make_move_iterator(body.end()));
  state(node.results[0]).array = array;
}

}  // namespace ag::codegen
