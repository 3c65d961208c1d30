/// Products of small matrices as statements in the order of kernel/matmul/matmul.h, which are faster than a kernel
/// call.
///
/// Programs that profit: products of small matrices: filters, rotations, small neural networks.
#include <algorithm>
#include <optional>
#include <string_view>

#include "lower/lowering.h"

namespace ag::codegen {

namespace {

using Kind = StatementKind;

/// One matrix of an operand. `row` and `column` are strides in elements, 0 along a missing axis.
struct Matrix {
  ArrayId array;
  StridedAccess place;
  int64_t row, column;
};

/// Returns the number of leading axes that form the stack of an operand of that rank.
size_t stacked_axes(size_t rank) { return rank > 2 ? rank - 2 : 0; }

}  // namespace

/// Returns the addition or subtraction that takes a product as operand and can be fused with it while its sums are in
/// registers. Fast code starts floating-point sums with the addend: this saves a rounding, and the addend is available
/// before the products.
Lowering::Addend Lowering::addend_of(ir::ValueId product) {
  const ir::NodeId user = analysis_.only_user(product);
  if (user == ir::kNone || is_number(type(product)) || type(product).shape.size() > 2 ||
      analysis_.class_of(user) != NodeClass::Elementwise)
    return {};
  const ir::Node& node = graph_.node(user);
  const std::string_view name = node.op->name;
  if ((name != "add" && name != "subtract") || !same_array(product, node.results[0])) return {};
  const bool first = node.operands[0] == product;
  const ir::ValueId value = node.operands[first ? 1 : 0], base = base_of(value);
  const ir::NodeId producer = graph_.value(value).producer;
  // The position of a slice is known only after it has been lowered.
  const bool part = producer != ir::kNone && analysis_.class_of(producer) == NodeClass::Slice;
  const bool made = state(base).array != kNone || state(base).cluster != kNone;
  if (!same_array(product, value) || part || !made) return {};
  return {user, value, name == "subtract", first};
}

Register Lowering::add_product(DType dtype, Register sum, Register x, Register y, SourceLocation location) {
  if (sum != kNone && is_floating(dtype)) return let(Primitive::Fma, dtype, {x, y, sum}, location);
  const Register product = let(Primitive::Multiply, dtype, {x, y}, location);
  return sum == kNone ? product : let(Primitive::Add, dtype, {sum, product}, location);
}

/// Emits a product. The terms of each element are unrolled, so the loop over a row of the result is innermost.
void Lowering::lower_small_matmul(ir::NodeId id) {
  const ir::Node& node = graph_.node(id);
  const SourceLocation at = node.location;
  const auto matrix = [&](size_t operand) -> Matrix {
    const Source from = source(node.operands[operand], at);
    const bool left = operand == 0, vector = from.shape.size() == 1;
    const int64_t step = from.place.strides.back();
    if (vector) return {from.array, from.place, left ? 0 : step, left ? step : 0};
    return {from.array, from.place, from.place.strides[from.shape.size() - 2], step};
  };
  const Matrix a = matrix(0), b = matrix(1);
  const Shape& left = type(node.operands[0]).shape;
  const Addend addend = addend_of(node.results[0]);
  const ir::ValueId result = addend.node == ir::kNone ? node.results[0] : graph_.node(addend.node).results[0];
  std::optional<Source> added;
  if (addend.node != ir::kNone) {
    added = source(addend.value, at);
    absorbed_.insert(addend.node);
  }
  const ir::TensorType& to = type(result);
  const Shape& right = type(node.operands[1]).shape;
  const int64_t rows = left.size() > 1 ? left[left.size() - 2] : 1, terms = left.back(),
                columns = right.size() > 1 ? right.back() : 1;

  struct Axis {
    int64_t extent, left, right, out, added;
    Register index = kNone;
  };
  const int64_t row_step = added ? added->place.strides[0] : 0, column_step = added ? added->place.strides.back() : 0;
  std::vector<Axis> axes;  // outermost to innermost
  const size_t stacked = std::max(stacked_axes(left.size()), stacked_axes(right.size()));
  const auto step_of_stack = [&](const Matrix& matrix, const Shape& shape, size_t axis) -> int64_t {
    const size_t own = stacked_axes(shape.size()), missing = stacked - own;
    if (axis < missing || shape[axis - missing] == 1) return 0;
    return matrix.place.strides[axis - missing];
  };
  for (int64_t out = to.shape.element_count(), axis = 0; axis < static_cast<int64_t>(stacked); ++axis) {
    const auto at = static_cast<size_t>(axis);
    out /= to.shape[at];
    if (to.shape[at] == 1) continue;
    axes.push_back({to.shape[at], step_of_stack(a, left, at), step_of_stack(b, right, at), out, 0});
  }
  for (const Axis& axis : {Axis{rows, a.row, 0, columns, row_step}, Axis{columns, 0, b.column, 1, column_step}}) {
    if (axis.extent != 1) axes.push_back(axis);
  }
  if (!is_number(to)) {
    state(result).array = add_array(to);
    add(Kind::Allocate, at).array = state(result).array;
  }
  for (Axis& axis : axes) axis.index = add_register(DType::int64);
  const auto element = [&](const Matrix& of, int64_t Axis::* stride, int64_t offset) {
    Statement& load = add(Kind::Load, at);
    load.array = of.array;
    load.index = {of.place.offset + offset, of.place.terms};
    for (const Axis& axis : axes) {
      if (axis.*stride != 0) load.index.terms.emplace_back(axis.index, axis.*stride);
    }
    return load.result = add_register(to.dtype);
  };
  Block body;
  const bool real = is_floating(to.dtype);
  const auto factors = [&](int64_t k) {
    const Register x = element(a, &Axis::left, k * a.column);
    return std::pair(x, element(b, &Axis::right, k * b.row));
  };
  const auto added_element = [&] { return element({added->array, added->place, 0, 0}, &Axis::added, 0); };
  Register sum = kNone;
  const Sums of{to.dtype, terms, rows * columns, !options_.fast};
  const auto sums = [&] {
    if (added && real && options_.fast && !has_sums(of)) {
      sum = added_element();
      const Primitive next = addend.subtracts && !addend.first ? Primitive::Subtract : Primitive::Add;
      for (int64_t k = 0; k < terms; ++k) {
        const auto [x, y] = factors(k);
        const Register term = fused(Primitive::Multiply, to.dtype, {x, y}, at);
        const bool turned = addend.subtracts && addend.first && k == 0;
        sum = turned ? fused(Primitive::Subtract, to.dtype, {term, sum}, at) : fused(next, to.dtype, {sum, term}, at);
      }
      return;
    }
    sum = sum_of_products(of, at, factors);
    if (added) {
      const Register other = added_element();
      const ir::Node& user = graph_.node(addend.node);
      sum = NodeBuilder(*this, user).run(addend.first ? std::vector{sum, other} : std::vector{other, sum});
    }
  };
  if (is_number(to)) {
    sums();
    state(result).reg = sum;
    return;
  }
  inside(body, [&] {
    sums();
    Statement& store = add(Kind::Store, at);
    store.array = state(result).array;
    store.operands = {sum};
    for (const Axis& axis : axes) store.index.terms.emplace_back(axis.index, axis.out);
  });
  for (; !axes.empty(); axes.pop_back()) {
    Statement loop;
    loop.kind = Kind::Loop;
    loop.location = at;
    loop.result = axes.back().index;
    loop.extent = axes.back().extent;
    loop.blocks.push_back(std::move(body));
    body = Block();
    body.push_back(std::move(loop));
  }
  out_->insert(out_->end(), std::make_move_iterator(body.begin()), std::make_move_iterator(body.end()));
}

}  // namespace ag::codegen
