/// Products and inverses of small matrices as statements, in the order of kernel/matmul.h and kernel/lu.h: a call of
/// the kernel takes longer than they do.
#include <algorithm>

#include "codegen/lowering.h"

namespace ag::codegen {

namespace {

using Kind = StatementKind;

/// A row of the left operand, or a column of the right one, in steps of elements; 0 along an axis that is not there.
struct Matrix {
  ArrayId array;
  Affine place;
  int64_t row, column;
};

}  // namespace

/// For each element of the result the terms stand one behind another, so that the row is the innermost loop.
void Lowering::lower_product(ir::NodeId id) {
  const ir::Node& node = graph_.node(id);
  const SourceLocation at = node.location;
  const auto matrix = [&](size_t operand) -> Matrix {
    const Source from = source(node.operands[operand], at);
    const bool left = operand == 0, vector = from.shape.size() == 1;
    const int64_t step = from.place.strides.back();
    if (vector) return {from.array, from.place, left ? 0 : step, left ? step : 0};
    return {from.array, from.place, from.place.strides[0], step};
  };
  const Matrix a = matrix(0), b = matrix(1);
  const Shape& left = type(node.operands[0]).shape;
  const ir::ValueId result = node.results[0];
  const ir::TensorType& to = type(result);
  const int64_t rows = left.size() == 2 ? left[0] : 1, terms = left.back(), columns = to.shape.element_count() / rows;

  struct Axis {
    int64_t extent, left, right, out;
    Register index = kNone;
  };
  std::vector<Axis> axes;  // from the outermost to the innermost
  for (const Axis& axis : {Axis{rows, a.row, 0, columns}, Axis{columns, 0, b.column, 1}}) {
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
  Register sum = kNone;
  const auto sums = [&] {
    for (int64_t k = 0; k < terms; ++k) {
      const Register x = element(a, &Axis::left, k * a.column), y = element(b, &Axis::right, k * b.row);
      Register term = let(Primitive::Multiply, to.dtype, {x, y}, at);
      // The sum starts with 0, which matters where all terms are -0; added to the last one it keeps no other waiting.
      if (is_floating(to.dtype) && k == terms - 1) {
        term = let(Primitive::Add, to.dtype, {term, constant(to.dtype, 0, at)}, at);
      }
      sum = k == 0 ? term : let(Primitive::Add, to.dtype, {sum, term}, at);
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

/// The factorization P a = L U and the solution for the columns of the identity. Rows change places by selection; what
/// kernel/lu.h calls a zero pivot is an error that the kernel tells, from the elements of the matrix.
void Lowering::lower_inverse(ir::NodeId id) {
  const ir::Node& node = graph_.node(id);
  const SourceLocation at = node.location;
  const ir::TensorType& to = type(node.results[0]);
  const DType dtype = to.dtype;
  flush_checks();
  const Source from = source(node.operands[0], at);
  const auto n = static_cast<size_t>(to.shape[0]);
  using Row = std::vector<Register>;
  std::vector<Row> lu(n, Row(n)), x(n, Row(n));
  const Register zero = constant(dtype, 0, at),
                 one = let(Primitive::Convert, dtype, {integer(1, DType::int64, at)}, at);
  std::vector<Register> given;
  for (size_t i = 0; i < n; ++i) {
    for (size_t j = 0; j < n; ++j) {
      Statement& load = add(Kind::Load, at);
      load.array = from.array;
      load.index.offset = from.place.offset + static_cast<int64_t>(i) * from.place.strides[0] +
                          static_cast<int64_t>(j) * from.place.strides[1];
      load.index.terms = from.place.terms;
      given.push_back(lu[i][j] = load.result = add_register(dtype));
      x[i][j] = i == j ? one : zero;
    }
  }
  const auto select = [&](Register condition, Register yes, Register no) {
    return yes == no ? yes : let(Primitive::Select, dtype, {condition, yes, no}, at);
  };
  const auto subtract = [&](Register& target, Register factor, Register value) {
    const Register product = let(Primitive::Multiply, dtype, {factor, value}, at);
    target = let(Primitive::Subtract, dtype, {target, product}, at);
  };
  Register regular = kNone;
  for (size_t k = 0; k < n; ++k) {
    Register greatest = let(Primitive::Abs, dtype, {lu[k][k]}, at);
    Row greater(n);  // than all before: the last of these is the pivot
    for (size_t i = k + 1; i < n; ++i) {
      const Register magnitude = let(Primitive::Abs, dtype, {lu[i][k]}, at);
      greater[i] = let(Primitive::Greater, dtype, {magnitude, greatest}, at);
      greatest = select(greater[i], magnitude, greatest);
    }
    Register taken = kNone;  // whether a row behind is the pivot
    const Row first = lu[k], first_x = x[k];
    for (size_t i = n; i-- > k + 1;) {
      Register is_pivot = greater[i];
      if (taken != kNone) {
        is_pivot =
            let(Primitive::And, DType::boolean, {is_pivot, let(Primitive::Not, DType::boolean, {taken}, at)}, at);
      }
      taken = taken == kNone ? is_pivot : let(Primitive::Or, DType::boolean, {taken, is_pivot}, at);
      for (size_t j = 0; j < n; ++j) {
        lu[k][j] = select(is_pivot, lu[i][j], lu[k][j]);
        x[k][j] = select(is_pivot, x[i][j], x[k][j]);
        lu[i][j] = select(is_pivot, first[j], lu[i][j]);
        x[i][j] = select(is_pivot, first_x[j], x[i][j]);
      }
    }
    const Register value = lu[k][k];
    Register fits = let(Primitive::NotEqual, dtype, {value, zero}, at);
    fits = let(Primitive::And, DType::boolean, {fits, let(Primitive::Equal, dtype, {value, value}, at)}, at);
    regular = regular == kNone ? fits : let(Primitive::And, DType::boolean, {regular, fits}, at);
    for (size_t i = k + 1; i < n; ++i) {
      lu[i][k] = let(Primitive::Divide, dtype, {lu[i][k], value}, at);
      for (size_t j = k + 1; j < n; ++j) subtract(lu[i][j], lu[i][k], lu[k][j]);
    }
  }
  Statement& check = add(Kind::Check, at);
  check.operands = {regular};
  check.operands.insert(check.operands.end(), given.begin(), given.end());
  check.site = add_site(node);
  program_.sites.back().from_elements = true;
  for (size_t k = 0; k < n; ++k) {
    for (size_t i = k + 1; i < n; ++i) {
      for (size_t j = 0; j < n; ++j) subtract(x[i][j], lu[i][k], x[k][j]);
    }
  }
  for (size_t k = n; k-- > 0;) {
    for (size_t j = 0; j < n; ++j) x[k][j] = let(Primitive::Divide, dtype, {x[k][j], lu[k][k]}, at);
    for (size_t i = 0; i < k; ++i) {
      for (size_t j = 0; j < n; ++j) subtract(x[i][j], lu[i][k], x[k][j]);
    }
  }
  const ArrayId array = state(node.results[0]).array = add_array(to);
  add(Kind::Allocate, at).array = array;
  for (size_t i = 0; i < n; ++i) {
    for (size_t j = 0; j < n; ++j) {
      Statement& store = add(Kind::Store, at);
      store.array = array;
      store.index.offset = static_cast<int64_t>(i * n + j);
      store.operands = {x[i][j]};
    }
  }
}

}  // namespace ag::codegen
