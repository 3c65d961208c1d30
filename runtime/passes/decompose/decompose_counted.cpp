/// Rules of `decompose` for vectors that are made with a computed length: arange and full. Each becomes a slice of a
/// vector of the greatest length, so that loops over slices of this length include it. The greatest length follows from
/// the ranges of the numbers.
#include <optional>

#include "kernel/index_spec.h"
#include "passes/analysis/ranges.h"
#include "passes/decompose/decompose.h"
#include "tensor/convert.h"

namespace ag::passes {

namespace {

using ir::ValueId;
using ops::Op;

constexpr int64_t kMaxLength = 1 << 16;

/// Returns the greatest value of a length, or nullopt if it may be negative or is not limited.
std::optional<int64_t> greatest(const IntegerRange& length) {
  if (length.low < 0 || length.high > kMaxLength || length.high < 2) return std::nullopt;
  return static_cast<int64_t>(length.high);
}

/// Returns the first `length` elements of a vector.
ValueId first_elements(Parts& parts, ValueId vector, ValueId length) {
  kernel::IndexItems items{kernel::kWholeAxis};
  items[0].stop_is = kernel::IndexItem::Bound::Operand;
  return parts.add(Op::index, {vector, length}, kernel::encode(items), parts.result());
}

/// Returns start, start + 1, … of an integer dtype.
Tensor counted(int64_t start, int64_t length, DType dtype) {
  Tensor numbers = detail::allocate(dtype, Shape{length});
  std::byte* to = numbers.impl()->data();
  for (int64_t k = 0; k < length; ++k, to += item_size(dtype))
    detail::store_scalar(to, dtype, detail::scalar_of(start + k));
  return numbers;
}

}  // namespace

/// Decomposes integers from a constant on.
ValueId decompose_arange(Parts& parts) {
  const ir::TensorType result = parts.result(), stop = parts.type(1);
  const Tensor *const start = parts.constant(0), *const step = parts.constant(2);
  if (!start || !step || !is_integer(result.dtype) || result.shape.size() != 1 || result.shape[0] != unknown)
    return ir::kNone;
  if (!is_integer_number(stop) || stop.dtype != parts.type(0).dtype || !is_integer(step->dtype()) ||
      detail::read_scalar(*step->impl()).integer != 1)
    return ir::kNone;
  const ValueId end = parts.node().operands[1], from = parts.node().operands[0];
  const int64_t first = detail::read_scalar(*start->impl()).integer;
  IntegerRange length = Ranges(parts.graph()).of(end);
  length.low -= first, length.high -= first;
  const std::optional<int64_t> most = greatest(length);
  if (!most) return ir::kNone;
  const ValueId all = parts.known(counted(first, *most, result.dtype));
  return first_elements(parts, all, first == 0 ? end : parts.add(Op::subtract, {end, from}, {}, stop));
}

ValueId decompose_full(Parts& parts) {
  ir::TensorType whole = parts.result();
  if (whole.shape.size() != 1 || whole.shape[0] != unknown || parts.node().operands.size() != 2) return ir::kNone;
  const ValueId length = parts.node().operands[1];
  if (!is_integer_number(parts.type(1))) return ir::kNone;
  const std::optional<int64_t> most = greatest(Ranges(parts.graph()).of(length));
  if (!most) return ir::kNone;
  whole.shape[0] = *most;
  const ValueId all = parts.add(Op::full, {parts.node().operands[0]}, {whole.shape}, whole);
  return first_elements(parts, all, length);
}

}  // namespace ag::passes
