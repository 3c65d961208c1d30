#include <algorithm>
#include <array>

#include "exec/run_op.h"
#include "ops/cast.h"
#include "ops/define.h"
#include "ops/mixed_value.h"
#include "tensor/axis.h"
#include "tensor/convert.h"
#include "trace/recorder.h"

namespace ag::ops {

namespace {

/// Categories in ascending order: boolean, integer, floating. A number changes the dtype of a tensor only if the
/// tensor's category is lower.
int rank_of(DType dtype) {
  switch (category(dtype)) {
    case Category::Boolean:
      return 0;
    case Category::Signed:
    case Category::Unsigned:
      return 1;
    case Category::Floating:
      return 2;
  }
  return 2;
}

[[noreturn]] void fail(const ir::OpDef& op, ErrorKind kind, const std::string& message, SourceLocation location) {
  throw Error(kind, std::string(op.name) + ": " + message, location);
}

}  // namespace

CommonType common_type(std::span<const TensorArg* const> operands) {
  bool any_strong = false, any_weak = false;
  DType strong = DType::boolean, weak = DType::boolean;
  for (const TensorArg* operand : operands) {
    DType dtype;
    bool is_weak;
    if (operand->is_tensor()) {
      const detail::TensorImpl& impl = detail::used(operand->tensor(), operand->location());
      dtype = impl.dtype;
      is_weak = impl.weak;
    } else {
      dtype = operand->literal();
      is_weak = dtype != DType::boolean;
    }
    if (is_weak) {
      weak = any_weak ? promote_types(weak, dtype) : dtype;
      any_weak = true;
    } else {
      strong = any_strong ? promote_types(strong, dtype) : dtype;
      any_strong = true;
    }
  }
  if (!any_strong) return {weak, any_weak};
  if (!any_weak || rank_of(weak) <= rank_of(strong)) return {strong, false};
  return {weak, false};
}

Tensor as(const TensorArg& x, DType dtype, const ir::OpDef& op, SourceLocation location) {
  const bool is_tensor = x.is_tensor();
  if (is_tensor) {
    const detail::TensorImpl& impl = detail::used(x.tensor(), location);
    if (impl.is_symbol() && impl.symbol->exact.defined()) {
      return exact_symbol(impl.symbol->exact, dtype, op.name, location);
    }
    if (impl.dtype == dtype && !(impl.literal && impl.weak && is_floating(dtype) && item_size(dtype) == 8)) {
      return x.tensor();
    }
    if (!impl.literal) {
      const std::array<Tensor, 1> operand{x.tensor()};
      return tracing::apply_one(def(Op::astype), operand, {dtype}, location);
    }
  }
  const detail::Scalar& scalar = is_tensor ? x.tensor().impl()->scalar : x.scalar();
  if (!detail::representable(scalar, dtype) && dtype != DType::boolean) {
    fail(op, ErrorKind::invalid_argument,
         "the number " + str(scalar) + " is not a value of " + std::string(name(dtype)) +
             "; choose a dtype that holds it, or convert with astype",
         location);
  }
  Tensor result = detail::scalar_tensor(scalar, dtype);
  if (tracing::Recorder* recorder = tracing::recorder(); recorder && is_tensor)
    recorder->ran(def(Op::astype), {&x.tensor(), 1}, {dtype}, location, {&result, 1});
  return result;
}

void promote(ir::Operands rule, std::span<const TensorArg* const> operands, std::span<Tensor> out, const ir::OpDef& op,
             SourceLocation location) {
  size_t first = 0;
  if (rule == ir::Operands::AsIs || rule == ir::Operands::CommonButFirst) {
    const size_t count = rule == ir::Operands::AsIs ? operands.size() : 1;
    for (; first < count; ++first) out[first] = operands[first]->value();
    if (rule == ir::Operands::AsIs) return;
  }
  CommonType common = common_type(operands.subspan(first));
  if (rule == ir::Operands::Arithmetic && common.dtype == DType::boolean) common.dtype = DType::int32;
  if (rule == ir::Operands::Floating && !is_floating(common.dtype)) common.dtype = DType::float32;
  for (size_t k = first; k < operands.size(); ++k) {
    const TensorArg& operand = *operands[k];
    if (common.weak && operand.is_tensor() && operand.tensor().impl()->dtype != common.dtype &&
        !operand.tensor().impl()->literal) {
      const detail::TensorImpl& number = *operand.tensor().impl();
      const bool exact = number.is_symbol() && number.symbol->exact.defined();
      const std::array<Tensor, 1> weak{exact ? number.symbol->exact : operand.tensor()};
      out[k] = tracing::apply_one(def(Op::astype_weak), weak, {common.dtype}, location);
      continue;
    }
    if (common.weak && operand.is_tensor() && operand.tensor().impl()->is_symbol()) {
      out[k] = operand.tensor();
      continue;
    }
    out[k] = as(operand, common.dtype, op, location);
    if (common.weak && !out[k].impl()->weak) out[k].impl()->weak = true;  // made by `as`, so not shared
  }
}

Tensor call(Op op, std::initializer_list<const TensorArg*> operands, ir::Attributes attributes) {
  return call(op, operands, std::move(attributes), (*operands.begin())->location());
}

namespace {

/// Runs an elementwise operation on operands that need no conversion: known tensors of one dtype, and at most one host
/// number that this dtype represents. Only the result is allocated; operands are neither copied nor reference-counted.
/// Returns false if the operands do not qualify.
bool call_plain(const ir::OpDef& op, std::span<const TensorArg* const> operands, Tensor& result) {
  constexpr size_t kMax = 3;
  constexpr size_t kNone = kMax;
  if (!op.block->loops || operands.size() > kMax || tracing::recorder()) return false;
  std::array<detail::TensorImpl*, kMax> inputs{};
  size_t number = kNone, count = 0;
  bool any_weak = false;
  const detail::TensorImpl* strong = nullptr;
  for (const TensorArg* operand : operands) {
    if (!operand->is_tensor()) {
      if (number != kNone) return false;
      number = count++;
      continue;
    }
    detail::TensorImpl* impl = operand->tensor().impl();
    if (!impl || impl->is_symbol()) return false;
    any_weak = any_weak || impl->weak;
    strong = impl;
    inputs[count++] = impl;
  }
  if (number == kNone) return exec::run_plain(op, {inputs.data(), count}, result);
  // With a weak tensor, the number's own dtype matters; `where` has operands of two dtypes.
  if (!strong || any_weak || op.block->operands == ir::Operands::CommonButFirst) return false;
  const TensorArg& written = *operands[number];
  if (rank_of(written.literal()) > rank_of(strong->dtype) || !detail::representable(written.scalar(), strong->dtype)) {
    return false;
  }
  detail::TensorImpl scalar;
  scalar.dtype = strong->dtype;
  scalar.address = scalar.small;
  detail::store_scalar(scalar.data(), scalar.dtype, written.scalar());
  inputs[number] = &scalar;
  return exec::run_plain(op, {inputs.data(), count}, result);
}

/// True if the operation has the same result with either operand at position `at`: in both cases, all operands are
/// promoted to the same dtype.
bool gives_alike(ir::Operands rule, std::span<const TensorArg* const> operands, size_t at, const TensorArg& one,
                 const TensorArg& other) {
  const size_t first = rule == ir::Operands::CommonButFirst ? 1 : 0;
  if (rule == ir::Operands::AsIs || at < first) return false;
  std::vector<const TensorArg*> replaced(operands.begin(), operands.end());
  const auto common = [&](const TensorArg& operand) {
    replaced[at] = &operand;
    CommonType type = common_type(std::span<const TensorArg* const>(replaced).subspan(first));
    if (rule == ir::Operands::Floating && !is_floating(type.dtype)) type.dtype = DType::float32;
    return type;
  };
  const CommonType a = common(one), b = common(other);
  return a.dtype == b.dtype && a.weak == b.weak;
}

Tensor call_operands(Op op, std::span<const TensorArg* const> operands, const ir::Attributes& attributes,
                     SourceLocation location);

/// Calls the operation with a mixed value as operand `at`.
[[gnu::noinline]] Tensor call_mixed(Op op, std::span<const TensorArg* const> operands, size_t at,
                                    const ir::Attributes& attributes, SourceLocation location) {
  const TensorArg& mixed = *operands[at];
  const MixedValue value = mixed_value(mixed.tensor());
  std::vector<const TensorArg*> replaced(operands.begin(), operands.end());
  const auto call_with = [&](const Tensor& tensor) {
    const TensorArg operand(tensor, mixed.location());
    replaced[at] = &operand;
    return call_operands(op, replaced, attributes, location);
  };
  const TensorArg integer(value.integer, mixed.location()), floating(value.floating, mixed.location());
  if (value.exact && gives_alike(def(op).block->operands, operands, at, integer, floating))
    return call_with(value.floating);
  return on_each(mixed.tensor(), call_with, location);
}

Tensor call_operands(Op op, std::span<const TensorArg* const> operands, const ir::Attributes& attributes,
                     SourceLocation location) {
  const ir::OpDef& record = def(op);
  if (Tensor result; call_plain(record, operands, result)) return result;
  for (size_t k = 0; k < operands.size(); ++k) {
    if (operands[k]->is_tensor() && is_mixed(operands[k]->tensor())) [[unlikely]]
      return call_mixed(op, operands, k, attributes, location);
  }
  std::array<Tensor, 4> tensors;
  const std::span<Tensor> promoted(tensors.data(), operands.size());
  promote(record.block->operands, operands, promoted, record, location);
  return tracing::apply_one(record, promoted, attributes, location);
}

}  // namespace

Tensor call(Op op, std::initializer_list<const TensorArg*> operands, ir::Attributes attributes,
            SourceLocation location) {
  return call_operands(op, std::span<const TensorArg* const>(operands.begin(), operands.size()), attributes, location);
}

Tensor call(Op op, std::span<const Tensor> operands, ir::Attributes attributes, SourceLocation location) {
  return tracing::apply_one(def(op), operands, std::move(attributes), location);
}

std::vector<Tensor> call_multi(Op op, std::span<const Tensor> operands, ir::Attributes attributes,
                               SourceLocation location) {
  return tracing::apply(def(op), operands, std::move(attributes), location);
}

std::vector<int64_t> normalize_axes(const Axes& axes, int64_t rank, const ir::OpDef& op, SourceLocation location) {
  std::vector<int64_t> list;
  if (axes.every()) {
    for (int64_t axis = 0; axis < rank; ++axis) list.push_back(axis);
    return list;
  }
  for (int64_t axis : axes.list()) {
    const int64_t at = detail::from_front(axis, rank);
    if (at < 0 || at >= rank) {
      fail(op, ErrorKind::out_of_range,
           "axis " + std::to_string(axis) + " does not exist, the rank is " + std::to_string(rank), location);
    }
    list.push_back(at);
  }
  std::sort(list.begin(), list.end());
  if (std::adjacent_find(list.begin(), list.end()) != list.end()) {
    fail(op, ErrorKind::invalid_argument, "an axis is named twice", location);
  }
  return list;
}

}  // namespace ag::ops
