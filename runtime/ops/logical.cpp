/// Logic on any dtype: nonzero is true. Each operand becomes boolean by itself first, so that a small number does not
/// become 0 in a common dtype.
#include "ops/cast.h"
#include "ops/define.h"

namespace ag::ops {

namespace {

using kernel::BooleanType;

struct LogicalAnd : BooleanType {
  template <class T>
  static auto apply(T a, T b) {
    return a & b;
  }
};

struct LogicalOr : BooleanType {
  template <class T>
  static auto apply(T a, T b) {
    return a | b;
  }
};

struct LogicalXor : BooleanType {
  template <class T>
  static auto apply(T a, T b) {
    return a != b;
  }
};

struct LogicalNot : BooleanType {
  template <class T>
  static auto apply(T x) {
    return !x;
  }
};

using ir::Operands;
constexpr uint32_t kLattice = ir::kCommutative | ir::kAssociative | ir::kIdempotent;

Tensor call_logical(Op op, const TensorArg& a, const TensorArg& b) {
  const std::array<Tensor, 2> operands{to_boolean(a), to_boolean(b)};
  return call(op, operands, {}, a.location());
}

}  // namespace

const ir::OpBlock block_logical_and = binary_predicate<LogicalAnd>(Operands::AsIs, kLattice);
const ir::OpBlock block_logical_not = unary_predicate<LogicalNot>(Operands::AsIs);
const ir::OpBlock block_logical_or = binary_predicate<LogicalOr>(Operands::AsIs, kLattice);
const ir::OpBlock block_logical_xor = binary_predicate<LogicalXor>(Operands::AsIs, ir::kCommutative | ir::kAssociative);

}  // namespace ag::ops

namespace ag {

Tensor logical_and(const TensorArg& a, const TensorArg& b) { return ops::call_logical(ops::Op::logical_and, a, b); }
Tensor logical_or(const TensorArg& a, const TensorArg& b) { return ops::call_logical(ops::Op::logical_or, a, b); }
Tensor logical_xor(const TensorArg& a, const TensorArg& b) { return ops::call_logical(ops::Op::logical_xor, a, b); }

Tensor logical_not(const TensorArg& x) {
  const std::array<Tensor, 1> operand{ops::to_boolean(x)};
  return ops::call(ops::Op::logical_not, operand, {}, x.location());
}

}  // namespace ag
