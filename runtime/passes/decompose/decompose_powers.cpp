/// Rules of `decompose` for softmax, log_softmax and logsumexp: the maximum, exponentials of the differences from it,
/// and their sum. Operations on the same array then share these steps, as softmax and logsumexp of the same logits do.
/// The kernels take the same steps in the same order (ops/softmax.cpp, ops/reduction.cpp). 16-bit floating-point types
/// stay, because the kernels compute them in float32.
///
/// Also for powers with a known exponent: a power of 2, 3 or 4 is the same products as in kernel/scalar/math/power.h,
/// and a power of an integer a few products, which wrap around as the power does.
#include <algorithm>
#include <limits>
#include <numeric>

#include "passes/analysis/axis_lengths.h"
#include "passes/decompose/decompose.h"
#include "tensor/convert.h"

namespace ag::passes {

namespace {

using ir::ValueId;
using ops::Op;

/// Returns the reduced axes, counted from the front, sorted, and listed explicitly if all axes are reduced.
std::vector<int64_t> reduced_axes(const ir::Node& node, int64_t rank) {
  std::vector<int64_t> axes;
  if (is(node, Op::logsumexp)) {
    axes = std::get<std::vector<int64_t>>(node.attributes[0]);
  } else {
    axes = {std::get<int64_t>(node.attributes[0])};
  }
  if (axes.empty()) {
    axes.resize(static_cast<size_t>(rank));
    std::iota(axes.begin(), axes.end(), int64_t{0});
  }
  for (int64_t& axis : axes) axis += axis < 0 ? rank : 0;
  std::ranges::sort(axes);
  return axes;
}

/// Returns the elements of a vector after a negative infinity. The maximum of these is that of the vector, except for
/// the sign of a zero, which no difference from the maximum of several elements shows.
ValueId with_least(Parts& parts) {
  const ir::TensorType of = parts.type(0);
  const detail::Scalar least = detail::scalar_of(-std::numeric_limits<double>::infinity());
  const ValueId number = parts.known(detail::scalar_tensor(least, of.dtype)),
                first = parts.add(Op::full, {number}, {Shape{1}}, {of.dtype, Shape{1}});
  return parts.add(Op::concat, {first, parts.node().operands[0]}, {int64_t{0}}, of);
}

}  // namespace

ValueId decompose_powers(Parts& parts) {
  const ir::Node& node = parts.node();
  const ir::TensorType of = parts.type(0), result = parts.result();
  if ((of.dtype != DType::float32 && of.dtype != DType::float64) || !of.shape.ranked()) return ir::kNone;
  if (of.shape.empty()) return ir::kNone;
  Ranges ranges(parts.graph());
  bool is_certain = true;
  for (size_t axis = 0; axis < of.shape.size(); ++axis)
    is_certain = is_certain && has_elements(parts.graph(), ranges, node.operands[0], axis);
  // The softmax of an empty vector is empty, but its maximum would be an error.
  const bool is_slice = of.shape.size() == 1 && of.shape[0] == unknown &&
                        has_bound(parts.graph(), ranges, node.operands[0], 0) && !is(node, Op::logsumexp);
  if (!is_certain && !is_slice) return ir::kNone;
  const std::vector<int64_t> axes = reduced_axes(node, of.shape.rank());
  ir::TensorType kept = of;
  for (int64_t axis : axes) kept.shape[static_cast<size_t>(axis)] = 1;
  const ir::Attributes reduction{axes, true};
  const ValueId x = is_certain ? node.operands[0] : with_least(parts);
  const ValueId greatest = parts.add(Op::max, {x}, reduction, kept),
                below = parts.add(Op::subtract, {node.operands[0], greatest}, {}, of),
                powers = parts.add(Op::exp, {below}, {}, of), sum = parts.add(Op::sum, {powers}, reduction, kept);
  if (is(node, Op::softmax)) return parts.add(Op::divide, {powers, sum}, {}, of);
  const ValueId logarithm = parts.add(Op::log, {sum}, {}, kept);
  if (is(node, Op::log_softmax)) return parts.add(Op::subtract, {below, logarithm}, {}, of);
  // An infinite maximum is the result itself, because differences from it are NaN.
  const ValueId is_finite = parts.add(Op::isfinite, {greatest}, {}, {DType::boolean, kept.shape}),
                finite = parts.add(Op::add, {logarithm, greatest}, {}, kept),
                found = parts.add(Op::where, {is_finite, finite, greatest}, {}, kept);
  if (std::get<bool>(node.attributes[1])) return found;
  return parts.add(Op::squeeze, {found}, {axes}, result);
}

ValueId decompose_pow(Parts& parts) {
  const ir::TensorType of = parts.type(0);
  const Tensor* const exponent = parts.constant(1);
  if (!exponent || !exponent->impl()->shape.empty() || of.weak || !(of == parts.result())) return ir::kNone;
  constexpr double kMax = 64;
  const detail::Scalar read = detail::read_scalar(*exponent->impl());
  const bool whole = is_integer(of.dtype);
  const double number = is_floating(exponent->dtype()) ? read.floating : static_cast<double>(read.integer);
  // Half types compute a power in float32 and round once, as only a square does here.
  const bool rounds_each = of.dtype == DType::float32 || of.dtype == DType::float64;
  const bool few = number == 2 || (rounds_each && (number == 3 || number == 4));
  if (whole ? !(number >= 1 && number <= kMax) : !few) return ir::kNone;
  const ValueId x = parts.node().operands[0];
  ValueId power = ir::kNone, square = x;  // x to the power of 1, 2, 4, …
  for (auto bits = static_cast<uint64_t>(number);;) {
    if (bits & 1) power = power == ir::kNone ? square : parts.add(Op::multiply, {power, square}, {}, of);
    bits >>= 1;
    if (bits == 0) return power;
    square = parts.add(Op::multiply, {square, square}, {}, of);
  }
}

}  // namespace ag::passes
