/// Inverses, solutions and Cholesky factors of small matrices, as straight-line statements that are faster than a
/// kernel call.
///
/// Programs that profit: systems with two to six unknowns: filters, least squares with few parameters, changes of
/// coordinates.
#include <algorithm>

#include "kernel/linalg/small_inverse.h"
#include "lower/lowering.h"

namespace ag::codegen {

namespace {

using Kind = StatementKind;

}  // namespace

/// Loads the elements of a matrix, or of a vector as a column. With `lower`, elements above the diagonal are left out.
Lowering::Rows Lowering::read_matrix(ir::ValueId value, SourceLocation at, bool lower) {
  const Source from = source(value, at);
  const auto rows = static_cast<size_t>(from.shape[0]),
             columns = from.shape.size() == 1 ? 1 : static_cast<size_t>(from.shape[1]);
  Rows matrix(rows, std::vector<Register>(columns, kNone));
  for (size_t i = 0; i < rows; ++i) {
    for (size_t j = 0; j < (lower ? i + 1 : columns); ++j) {
      Statement& load = add(Kind::Load, at);
      load.array = from.array;
      load.index.offset = from.place.offset + static_cast<int64_t>(i) * from.place.strides[0];
      if (j != 0) load.index.offset += static_cast<int64_t>(j) * from.place.strides[1];
      load.index.terms = from.place.terms;
      matrix[i][j] = load.result = add_register(type(value).dtype);
    }
  }
  return matrix;
}

void Lowering::write_matrix(ir::ValueId value, const Rows& matrix, SourceLocation at) {
  const ArrayId array = state(value).array = add_array(type(value));
  add(Kind::Allocate, at).array = array;
  int64_t place = 0;
  for (const auto& row : matrix) {
    for (const Register element : row) {
      Statement& store = add(Kind::Store, at);
      store.array = array;
      store.index.offset = place++;
      store.operands = {element};
    }
  }
}

/// Emits a check that raises the kernel's error, for these elements of its operands.
void Lowering::check_matrices(const ir::Node& node, Register fits, const std::vector<Rows>& operands) {
  const int32_t site = add_site(node);
  program_.sites.back().from_elements = true;
  Statement& check = add(Kind::Check, node.location);
  check.operands = {fits};
  for (const Rows& matrix : operands) {
    for (const auto& row : matrix) check.operands.insert(check.operands.end(), row.begin(), row.end());
  }
  check.site = site;
}

/// Inverts a 2×2 matrix by its determinant, as kernel/linalg/small_inverse.h does, or by elimination if the determinant
/// is out of range.
template <class T>
Lowering::Rows Lowering::inverse_by_determinant(const ir::Node& node, const Rows& matrix) {
  const SourceLocation at = node.location;
  const DType dtype = type(node.results[0]).dtype;
  NodeBuilder builder(*this, node);
  const auto element = [&](size_t i, size_t j) { return kernel::Symbolic<T>(&builder, matrix[i][j]); };
  const kernel::SmallInverse<kernel::Symbolic<T>> inverse(element(0, 0), element(0, 1), element(1, 0), element(1, 1));
  const Register fits = inverse.fits().in(builder);
  Rows result(2);
  for (auto& row : result) {
    for (int k = 0; k < 2; ++k) row.push_back(add_register(dtype, true));
  }
  std::vector<Block> blocks(2);
  inside(blocks[0], [&] {
    const auto elements = inverse.elements();
    for (size_t k = 0; k < elements.size(); ++k) set(result[k / 2][k % 2], elements[k].in(builder), at);
  });
  inside(blocks[1], [&] {
    const Rows eliminated = solution_by_elimination(node, {matrix});
    for (size_t i = 0; i < 2; ++i) {
      for (size_t j = 0; j < 2; ++j) set(result[i][j], eliminated[i][j], at);
    }
  });
  Statement& choice = add(Kind::If, at);
  choice.operands = {fits};
  choice.blocks = std::move(blocks);
  // A variable holds its value only until its next Set.
  for (auto& row : result) {
    for (Register& element : row) element = let(Primitive::Copy, dtype, {element}, at);
  }
  return result;
}

void Lowering::lower_small_solve(ir::NodeId id) {
  const ir::Node& node = graph_.node(id);
  flush_checks();
  std::vector<Rows> operands;
  for (const ir::ValueId operand : node.operands) operands.push_back(read_matrix(operand, node.location));
  const bool is_small = operands.size() == 1 && operands[0].size() == 2;
  const Rows x = !is_small                                       ? solution_by_elimination(node, operands)
                 : type(node.results[0]).dtype == DType::float32 ? inverse_by_determinant<float>(node, operands[0])
                                                                 : inverse_by_determinant<double>(node, operands[0]);
  write_matrix(node.results[0], x, node.location);
}

/// Solves by elimination in the order of kernel/linalg/lu.h: factors P a = L U, then solves for the columns of the
/// second operand, or of the identity. Rows are swapped by selects. If kernel/linalg/lu.h finds a zero pivot, the
/// kernel raises the error from the elements of the matrices.
Lowering::Rows Lowering::solution_by_elimination(const ir::Node& node, const std::vector<Rows>& operands) {
  using Row = std::vector<Register>;
  const SourceLocation at = node.location;
  const DType dtype = type(node.results[0]).dtype;
  const size_t n = operands[0].size();
  const Register zero = constant(dtype, 0, at);
  Rows lu = operands[0], x;
  if (operands.size() > 1) {
    x = operands[1];
  } else {
    x.assign(n, Row(n, zero));
    const Register one = integer(1, dtype, at);
    for (size_t i = 0; i < n; ++i) x[i][i] = one;
  }
  const size_t columns = x[0].size();
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
    Row greater(n);  // greater than all before; the last of these rows is the pivot
    for (size_t i = k + 1; i < n; ++i) {
      const Register magnitude = let(Primitive::Abs, dtype, {lu[i][k]}, at);
      greater[i] = let(Primitive::Greater, dtype, {magnitude, greatest}, at);
      greatest = select(greater[i], magnitude, greatest);
    }
    Register taken = kNone;  // true if a later row is the pivot
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
        lu[i][j] = select(is_pivot, first[j], lu[i][j]);
      }
      for (size_t j = 0; j < columns; ++j) {
        x[k][j] = select(is_pivot, x[i][j], x[k][j]);
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
  check_matrices(node, regular, operands);
  for (size_t k = 0; k < n; ++k) {
    for (size_t i = k + 1; i < n; ++i) {
      for (size_t j = 0; j < columns; ++j) subtract(x[i][j], lu[i][k], x[k][j]);
    }
  }
  for (size_t k = n; k-- > 0;) {
    for (size_t j = 0; j < columns; ++j) x[k][j] = let(Primitive::Divide, dtype, {x[k][j], lu[k][k]}, at);
    for (size_t i = 0; i < k; ++i) {
      for (size_t j = 0; j < columns; ++j) subtract(x[i][j], lu[i][k], x[k][j]);
    }
  }
  return x;
}

/// Computes the Cholesky factor in the order of kernel/linalg/lu.h. Like the kernel, it does not read elements above
/// the diagonal.
void Lowering::lower_cholesky(ir::NodeId id) {
  const ir::Node& node = graph_.node(id);
  const SourceLocation at = node.location;
  flush_checks();
  const Rows matrix = read_matrix(node.operands[0], at, true);
  const DType dtype = type(node.results[0]).dtype;
  const Register zero = constant(dtype, 0, at);
  Rows left = matrix;
  Register fits = kNone;
  for (size_t i = 0; i < left.size(); ++i) {
    for (size_t j = 0; j <= i; ++j) {
      Register& sum = left[i][j];
      for (size_t k = 0; k < j; ++k) {
        const Register product = let(Primitive::Multiply, dtype, {left[i][k], left[j][k]}, at);
        sum = let(Primitive::Subtract, dtype, {sum, product}, at);
      }
      if (j < i) {
        sum = let(Primitive::Divide, dtype, {sum, left[j][j]}, at);
        continue;
      }
      const Register positive = let(Primitive::Greater, dtype, {sum, zero}, at);
      fits = fits == kNone ? positive : let(Primitive::And, DType::boolean, {fits, positive}, at);
      sum = let(Primitive::Sqrt, dtype, {sum}, at);
    }
  }
  const auto fill = [&](Rows rows) {
    for (auto& row : rows) std::ranges::replace(row, kNone, zero);
    return rows;
  };
  check_matrices(node, fits, {fill(matrix)});
  write_matrix(node.results[0], fill(left), at);
}

}  // namespace ag::codegen
