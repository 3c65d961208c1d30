#include "grad/pullback.h"

#include <algorithm>
#include <array>

#include "grad/backward.h"
#include "ops/define.h"
#include "tensor/axis.h"
#include "tensor/convert.h"

namespace ag::grad {

namespace {

using ops::Op;

using Rules = std::array<Rule, static_cast<size_t>(Op::count_)>;

Rules all_rules() {
  Rules rules{};
  for (const auto& rows : {elementwise_rules(), shape_rules(), reduction_rules(), indexing_rules(), product_rules(),
                           decomposition_rules(), convolution_rules(), call_rules()}) {
    for (const RuleRow& row : rows) rules[static_cast<size_t>(row.op)] = row.rule;
  }
  return rules;
}

Tensor with_extents(Op op, const Tensor& x, const Extents& extents) {
  std::vector<Tensor> operands{x};
  operands.insert(operands.end(), extents.dims.begin(), extents.dims.end());
  return call_op(op, std::move(operands), {extents.shape});
}

bool fits(const Shape& shape, const Shape& wanted) {
  return ir::is_subtype({DType::float32, shape}, {DType::float32, wanted});
}

}  // namespace

Rule rule_of(const ir::OpDef& op) {
  static const Rules rules = all_rules();
  return rules[static_cast<size_t>(&op - ops::table().ops().data())];
}

Tensor call_op(Op op, std::vector<Tensor> operands, ir::Attributes attributes) {
  return tracing::apply_one(ops::def(op), operands, std::move(attributes), here());
}

Tensor reshaped(const Tensor& x, const Extents& extents) {
  if (extents.shape.known() && x.impl()->shape == extents.shape) return x;
  return with_extents(Op::reshape, x, extents);
}

Tensor repeated(const Tensor& x, const Extents& extents) {
  if (extents.shape.known() && x.impl()->shape == extents.shape) return x;
  return with_extents(Op::broadcast_to, x, extents);
}

Tensor summed_to(const Tensor& x, const Extents& extents, bool open) {
  const Shape& from = x.impl()->shape;
  if (!from.ranked() || from.rank() < extents.shape.rank()) return with_extents(Op::sum_to, x, extents);
  const size_t lead = from.size() - extents.shape.size();
  std::vector<int> leading, repeated;
  for (size_t axis = 0; axis < from.size(); ++axis) {
    if (axis < lead) leading.push_back(static_cast<int>(axis));
    if (axis >= lead && extents.shape[axis - lead] == 1 && from[axis] != 1)
      repeated.push_back(static_cast<int>(axis - lead));
  }
  Tensor sum = leading.empty() ? x : ag::sum(x, leading);
  if (!repeated.empty()) sum = ag::sum(sum, repeated, keepdims);
  const bool known = fits(sum.impl()->shape, extents.shape);
  return known && (!open || extents.shape.known()) ? sum : with_extents(Op::sum_to, sum, extents);
}

Tensor filled(const Extents& extents, double value, DType dtype) {
  return with_extents(Op::full, detail::scalar_tensor(detail::scalar_of(value), dtype), extents);
}

Tensor one() { return detail::scalar_tensor(detail::scalar_of(int64_t{1}), DType::int64); }

bool Pullback::wants(size_t k) const { return backward_.wants(node_.operands[k]); }
Tensor Pullback::x(size_t k) const { return backward_.value(node_.operands[k]); }
Tensor Pullback::y(size_t k) const { return backward_.value(node_.results[k]); }
Tensor Pullback::value(ir::ValueId value) const { return backward_.value(value); }
bool Pullback::has_g(size_t k) const { return backward_.find(node_.results[k]) != nullptr; }
Tensor Pullback::g(size_t k) const {
  const Tensor* found = backward_.find(node_.results[k]);
  return found ? *found : backward_.zeros(node_.results[k]);
}
ir::TensorType Pullback::type(size_t k) const { return backward_.type(node_.operands[k]); }
ir::TensorType Pullback::result_type(size_t k) const { return backward_.type(node_.results[k]); }

int64_t Pullback::rank(size_t k) const {
  const Shape& shape = type(k).shape;
  if (!shape.ranked()) fail("the rank of an operand must be known; give it with an input signature or a reshape");
  return shape.rank();
}
int64_t Pullback::axis(int64_t axis, size_t k) const { return detail::from_front(axis, rank(k)); }
Extents Pullback::extents(size_t k) const { return backward_.extents(node_.operands[k]); }
Tensor Pullback::extent(size_t k, int64_t axis) const { return backward_.extent(node_.operands[k], axis); }

void Pullback::fail(const std::string& message) const {
  std::vector<ir::TensorType> operands;
  for (size_t k = 0; k < count(); ++k) operands.push_back(backward_.graph().value(node_.operands[k]).type);
  throw Error(ErrorKind::unimplemented,
              "the gradient of '" + std::string(node_.op->name) + "': " + message + ir::operands_text(operands),
              node_.location);
}

/// True if an operation that is not elementwise may broadcast this axis of an operand.
bool Pullback::repeats(size_t k, int64_t axis_from_end) const {
  switch (static_cast<Op>(node_.op - ops::table().ops().data())) {
    case Op::matmul:
    case Op::solve:
    case Op::solve_triangular:
      return axis_from_end > 2;
    case Op::index_update:
      return k == 1;
    case Op::mask_update:
    case Op::take_update:
    case Op::scatter_add:
    case Op::scatter_sub:
    case Op::scatter_update:
      return k == 2;
    default:
      return false;
  }
}

/// True if the operation may broadcast this axis of an operand, counted from the end. False if the extent of the
/// operand is certainly that of the result.
bool Pullback::may_be_repeated(size_t k, int64_t axis_from_end) const {
  if (!node_.op->has(ir::kElementwise)) return repeats(k, axis_from_end);
  for (size_t other = 0; other < count(); ++other) {
    const Shape& shape = backward_.graph().value(node_.operands[other]).type.shape;
    if (other == k || node_.operands[other] == node_.operands[k]) continue;
    if (!shape.ranked()) return true;
    if (shape.rank() >= axis_from_end && shape[static_cast<size_t>(shape.rank() - axis_from_end)] != 1) return true;
  }
  return false;
}

void Pullback::give(size_t k, const Tensor& given) {
  if (!wants(k)) return;
  const ir::TensorType wanted = type(k);
  Tensor gradient = given;
  if (gradient.impl()->dtype != wanted.dtype || gradient.impl()->weak) gradient = astype(gradient, wanted.dtype);
  if (!wanted.shape.ranked())
    fail("the rank of an operand must be known; give it with an input signature or a reshape");
  const Shape& shape = gradient.impl()->shape;
  if (shape.ranked() && shape.rank() < wanted.shape.rank()) {
    gradient = repeated(gradient, extents(k));
  } else {
    bool open = !shape.ranked();  // whether the broadcast axes are known only when the graph runs
    for (int64_t end = 1; !open && end <= wanted.shape.rank(); ++end) {
      const int64_t has = shape[static_cast<size_t>(shape.rank() - end)];
      const int64_t asked = wanted.shape[static_cast<size_t>(wanted.shape.rank() - end)];
      open = asked == unknown && (has != unknown || may_be_repeated(k, end));
    }
    if (!(shape == wanted.shape) || open) gradient = summed_to(gradient, extents(k), open);
  }
  backward_.add(node_.operands[k], gradient);
}

void Pullback::pass(size_t k, const Tensor& gradient) {
  if (wants(k)) backward_.add(node_.operands[k], gradient);
}

void Pullback::add_to(size_t k, const std::function<Tensor(const Tensor& sum)>& add) {
  if (!wants(k)) return;
  const Tensor* found = backward_.find(node_.operands[k]);
  backward_.replace(node_.operands[k], add(found ? *found : backward_.zeros(node_.operands[k])));
}

}  // namespace ag::grad
