/// Inverses, solutions and Cholesky factors of small matrices, as straight-line statements that are faster than a
/// kernel call.
///
/// Programs that profit: systems with two to six unknowns: filters, least squares with few parameters, changes of
/// coordinates.
#include <algorithm>

#include "kernel/linalg/small_inverse.h"
#include "lower/fusion.h"
#include "lower/lowered_values.h"
#include "lower/node_builder.h"
#include "lower/node_lowerings.h"

namespace ag::codegen {

namespace {

using Kind = StatementKind;

using Rows = std::vector<std::vector<Register>>;

/// Solves by elimination in the order of kernel/linalg/lu.h: factors P a = L U, then solves for the columns of the
/// second operand, or of the identity. Rows are swapped by selects. If kernel/linalg/lu.h finds a zero pivot, the
/// kernel raises the error from the elements of the matrices.
class Elimination : LoweringPart {
 public:
  using Row = std::vector<Register>;

  Elimination(LoweringContext& context, const ir::Node& node, const std::vector<Rows>& operands)
      : LoweringPart(context),
        location_(node.location),
        dtype_(analysis_.type(node.results[0]).dtype),
        n_(operands[0].size()),
        zero_(builder_.constant(dtype_, 0, location_)),
        lu_(operands[0]) {
    if (operands.size() > 1) {
      x_ = operands[1];
    } else {
      x_.assign(n_, Row(n_, zero_));
      const Register one = builder_.integer(1, dtype_, location_);
      for (size_t i = 0; i < n_; ++i) x_[i][i] = one;
    }
    columns_ = x_[0].size();
  }

  /// Emits the factors L and U. Returns a register that is true if every pivot is a number other than 0.
  Register factor() {
    Register regular = kNone;
    for (size_t k = 0; k < n_; ++k) {
      move_pivot(k, later_maxima(k));
      const Register value = lu_[k][k];
      Register fits = let(Primitive::NotEqual, dtype_, {value, zero_});
      fits = both(fits, let(Primitive::Equal, dtype_, {value, value}));
      regular = regular == kNone ? fits : both(regular, fits);
      for (size_t i = k + 1; i < n_; ++i) {
        lu_[i][k] = let(Primitive::Divide, dtype_, {lu_[i][k], value});
        for (size_t j = k + 1; j < n_; ++j) subtract(lu_[i][j], lu_[i][k], lu_[k][j]);
      }
    }
    return regular;
  }

  /// Emits the solution of L U x = P b.
  Rows solve() {
    for (size_t k = 0; k < n_; ++k) {
      for (size_t i = k + 1; i < n_; ++i) {
        for (size_t j = 0; j < columns_; ++j) subtract(x_[i][j], lu_[i][k], x_[k][j]);
      }
    }
    for (size_t k = n_; k-- > 0;) {
      for (size_t j = 0; j < columns_; ++j) x_[k][j] = let(Primitive::Divide, dtype_, {x_[k][j], lu_[k][k]});
      for (size_t i = 0; i < k; ++i) {
        for (size_t j = 0; j < columns_; ++j) subtract(x_[i][j], lu_[i][k], x_[k][j]);
      }
    }
    return x_;
  }

 private:
  Register let(Primitive primitive, DType dtype, std::vector<Register> operands) {
    return builder_.let(primitive, dtype, std::move(operands), location_);
  }
  Register both(Register a, Register b) { return let(Primitive::And, DType::boolean, {a, b}); }
  Register select(Register condition, Register yes, Register no) {
    return yes == no ? yes : let(Primitive::Select, dtype_, {condition, yes, no});
  }
  void subtract(Register& target, Register factor, Register value) {
    const Register product = let(Primitive::Multiply, dtype_, {factor, value});
    target = let(Primitive::Subtract, dtype_, {target, product});
  }

  /// Returns by row, for rows after k, whether the element of column k is greater in magnitude than those of all rows
  /// from k on before it. The last such row is the pivot.
  Row later_maxima(size_t k) {
    Register greatest = let(Primitive::Abs, dtype_, {lu_[k][k]});
    Row greater(n_);
    for (size_t i = k + 1; i < n_; ++i) {
      const Register magnitude = let(Primitive::Abs, dtype_, {lu_[i][k]});
      greater[i] = let(Primitive::Greater, dtype_, {magnitude, greatest});
      greatest = select(greater[i], magnitude, greatest);
    }
    return greater;
  }

  /// Swaps row k and the pivot.
  void move_pivot(size_t k, const Row& greater) {
    Register taken = kNone;  // true if a later row is the pivot
    const Row first = lu_[k], first_x = x_[k];
    for (size_t i = n_; i-- > k + 1;) {
      Register is_pivot = greater[i];
      if (taken != kNone) is_pivot = both(is_pivot, let(Primitive::Not, DType::boolean, {taken}));
      taken = taken == kNone ? is_pivot : let(Primitive::Or, DType::boolean, {taken, is_pivot});
      for (size_t j = 0; j < n_; ++j) {
        lu_[k][j] = select(is_pivot, lu_[i][j], lu_[k][j]);
        lu_[i][j] = select(is_pivot, first[j], lu_[i][j]);
      }
      for (size_t j = 0; j < columns_; ++j) {
        x_[k][j] = select(is_pivot, x_[i][j], x_[k][j]);
        x_[i][j] = select(is_pivot, first_x[j], x_[i][j]);
      }
    }
  }

  const SourceLocation location_;
  const DType dtype_;
  const size_t n_;
  const Register zero_;
  Rows lu_, x_;
  size_t columns_ = 0;
};

class LinalgLowering : LoweringPart {
 public:
  explicit LinalgLowering(LoweringContext& context) : LoweringPart(context) {}

  void lower_small_solve(ir::NodeId id);
  void lower_cholesky(ir::NodeId id);

 private:
  Rows read_matrix(ir::ValueId value, SourceLocation at, bool lower = false);
  void write_matrix(ir::ValueId value, const Rows& matrix, SourceLocation at);
  void check_matrices(const ir::Node& node, Register fits, const std::vector<Rows>& operands);
  Rows solution_by_elimination(const ir::Node& node, const std::vector<Rows>& operands);
  template <class T>
  Rows inverse_by_determinant(const ir::Node& node, const Rows& matrix);
};

}  // namespace

/// Loads the elements of a matrix, or of a vector as a column. With `lower`, elements above the diagonal are left out.
Rows LinalgLowering::read_matrix(ir::ValueId value, SourceLocation at, bool lower) {
  const Source from = values().source(value, at);
  const auto rows = static_cast<size_t>(from.shape[0]),
             columns = from.shape.size() == 1 ? 1 : static_cast<size_t>(from.shape[1]);
  Rows matrix(rows, std::vector<Register>(columns, kNone));
  for (size_t i = 0; i < rows; ++i) {
    for (size_t j = 0; j < (lower ? i + 1 : columns); ++j) {
      Statement& load = builder_.add(Kind::Load, at);
      load.array = from.array;
      load.index.offset = from.place.offset + static_cast<int64_t>(i) * from.place.strides[0];
      if (j != 0) load.index.offset += static_cast<int64_t>(j) * from.place.strides[1];
      load.index.terms = from.place.terms;
      matrix[i][j] = load.result = builder_.add_register(analysis_.type(value).dtype);
    }
  }
  return matrix;
}

void LinalgLowering::write_matrix(ir::ValueId value, const Rows& matrix, SourceLocation at) {
  const ArrayId array = values().state(value).array = builder_.add_array(analysis_.type(value));
  builder_.add(Kind::Allocate, at).array = array;
  int64_t place = 0;
  for (const auto& row : matrix) {
    for (const Register element : row) {
      Statement& store = builder_.add(Kind::Store, at);
      store.array = array;
      store.index.offset = place++;
      store.operands = {element};
    }
  }
}

/// Emits a check that raises the kernel's error, for these elements of its operands.
void LinalgLowering::check_matrices(const ir::Node& node, Register fits, const std::vector<Rows>& operands) {
  const int32_t site = context_.add_site(node);
  program_.sites.back().from_elements = true;
  Statement& check = builder_.add(Kind::Check, node.location);
  check.operands = {fits};
  for (const Rows& matrix : operands) {
    for (const auto& row : matrix) check.operands.insert(check.operands.end(), row.begin(), row.end());
  }
  check.site = site;
}

/// Inverts a 2×2 matrix by its determinant, as kernel/linalg/small_inverse.h does, or by elimination if the determinant
/// is out of range.
template <class T>
Rows LinalgLowering::inverse_by_determinant(const ir::Node& node, const Rows& matrix) {
  const SourceLocation at = node.location;
  const DType dtype = analysis_.type(node.results[0]).dtype;
  NodeBuilder builder(context_, node);
  const auto element = [&](size_t i, size_t j) { return kernel::Symbolic<T>(&builder, matrix[i][j]); };
  const kernel::SmallInverse<kernel::Symbolic<T>> inverse(element(0, 0), element(0, 1), element(1, 0), element(1, 1));
  const Register fits = inverse.fits().in(builder);
  Rows result(2);
  for (auto& row : result) {
    for (int k = 0; k < 2; ++k) row.push_back(builder_.add_register(dtype, true));
  }
  std::vector<Block> blocks(2);
  builder_.inside(blocks[0], [&] {
    const auto elements = inverse.elements();
    for (size_t k = 0; k < elements.size(); ++k) builder_.set(result[k / 2][k % 2], elements[k].in(builder), at);
  });
  builder_.inside(blocks[1], [&] {
    const Rows eliminated = solution_by_elimination(node, {matrix});
    for (size_t i = 0; i < 2; ++i) {
      for (size_t j = 0; j < 2; ++j) builder_.set(result[i][j], eliminated[i][j], at);
    }
  });
  Statement& choice = builder_.add(Kind::If, at);
  choice.operands = {fits};
  choice.blocks = std::move(blocks);
  // A variable holds its value only until its next Set.
  for (auto& row : result) {
    for (Register& element : row) element = builder_.let(Primitive::Copy, dtype, {element}, at);
  }
  return result;
}

void LinalgLowering::lower_small_solve(ir::NodeId id) {
  const ir::Node& node = graph_.node(id);
  fusion().flush_checks();
  std::vector<Rows> operands;
  for (const ir::ValueId operand : node.operands) operands.push_back(read_matrix(operand, node.location));
  const bool is_small = operands.size() == 1 && operands[0].size() == 2;
  const Rows x = !is_small ? solution_by_elimination(node, operands)
                 : analysis_.type(node.results[0]).dtype == DType::float32
                     ? inverse_by_determinant<float>(node, operands[0])
                     : inverse_by_determinant<double>(node, operands[0]);
  write_matrix(node.results[0], x, node.location);
}

Rows LinalgLowering::solution_by_elimination(const ir::Node& node, const std::vector<Rows>& operands) {
  Elimination elimination(context_, node, operands);
  const Register regular = elimination.factor();
  check_matrices(node, regular, operands);
  return elimination.solve();
}

/// Computes the Cholesky factor in the order of kernel/linalg/lu.h. Like the kernel, it does not read elements above
/// the diagonal.
void LinalgLowering::lower_cholesky(ir::NodeId id) {
  const ir::Node& node = graph_.node(id);
  const SourceLocation at = node.location;
  fusion().flush_checks();
  const Rows matrix = read_matrix(node.operands[0], at, true);
  const DType dtype = analysis_.type(node.results[0]).dtype;
  const Register zero = builder_.constant(dtype, 0, at);
  Rows left = matrix;
  Register fits = kNone;
  for (size_t i = 0; i < left.size(); ++i) {
    for (size_t j = 0; j <= i; ++j) {
      Register& sum = left[i][j];
      for (size_t k = 0; k < j; ++k) {
        const Register product = builder_.let(Primitive::Multiply, dtype, {left[i][k], left[j][k]}, at);
        sum = builder_.let(Primitive::Subtract, dtype, {sum, product}, at);
      }
      if (j < i) {
        sum = builder_.let(Primitive::Divide, dtype, {sum, left[j][j]}, at);
        continue;
      }
      const Register positive = builder_.let(Primitive::Greater, dtype, {sum, zero}, at);
      fits = fits == kNone ? positive : builder_.let(Primitive::And, DType::boolean, {fits, positive}, at);
      sum = builder_.let(Primitive::Sqrt, dtype, {sum}, at);
    }
  }
  const auto fill = [&](Rows rows) {
    for (auto& row : rows) std::ranges::replace(row, kNone, zero);
    return rows;
  };
  check_matrices(node, fits, {fill(matrix)});
  write_matrix(node.results[0], fill(left), at);
}

void lower_small_solve(LoweringContext& context, ir::NodeId id) { LinalgLowering(context).lower_small_solve(id); }

void lower_cholesky(LoweringContext& context, ir::NodeId id) { LinalgLowering(context).lower_cholesky(id); }

}  // namespace ag::codegen
