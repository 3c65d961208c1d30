#include "exec/run_op.h"

#include <algorithm>
#include <array>

#include "base/check.h"
#include "tensor/device_array.h"
#include "tensor/interned_strings.h"

namespace ag::exec {

namespace {

constexpr size_t kMaxInputs = 3;

}  // namespace

bool run_plain(const ir::OpDef& op, std::span<detail::TensorImpl* const> inputs, Tensor& output) {
  if (!op.block->loops || inputs.size() > kMaxInputs) return false;
  const DType dtype = inputs.back()->dtype;
  if (detail::stays_on_host(dtype) && device::default_number() != device::kHost) return false;  // results may not stay
  const ir::ElementwiseLoop loop = op.block->loops[static_cast<size_t>(dtype)];
  if (!loop) return false;
  const size_t chooser = op.block->operands == ir::Operands::CommonButFirst ? 1 : 0;
  const detail::TensorImpl* shaped = nullptr;
  std::array<const std::byte*, kMaxInputs> in{};
  std::array<int64_t, kMaxInputs> strides{};
  bool weak = true;
  for (size_t k = 0; k < inputs.size(); ++k) {
    const detail::TensorImpl& input = *inputs[k];
    if (input.dtype != (k < chooser ? DType::boolean : dtype) || input.device_number != device::kHost) return false;
    if (!input.shape.empty()) {
      if (!detail::is_contiguous(input)) return false;
      if (!shaped)
        shaped = &input;
      else if (input.shape != shaped->shape)
        return false;
      strides[k] = 1;
    }
    in[k] = input.data();
    weak = weak && (input.weak || k < chooser);
  }
  const bool boolean = op.has(ir::kBooleanResult);
  const DType result_dtype = boolean ? DType::boolean : dtype;
  try {
    Tensor result = detail::allocate(result_dtype, shaped ? shaped->shape : Shape());
    loop(result.impl()->data(), in.data(), strides.data(), shaped ? shaped->shape.element_count() : 1);
    result.impl()->weak = weak && !boolean;
    if (detail::keep_strings(inputs)) detail::find_strings(*result.impl());
    output = std::move(result);
    return true;
  } catch (const ir::KernelFault&) {
    return false;
  } catch (const std::bad_alloc&) {
    return false;
  }
}

Tensor allocate_result(const ir::OpDef& op, const ir::TensorType& type, SourceLocation location) {
  try {
    return detail::allocate(type.dtype, type.shape);
  } catch (const Error& error) {
    throw Error(error.kind(), std::string(op.name) + ": " + error.message(), location);
  } catch (const std::bad_alloc&) {
    throw Error(ErrorKind::invalid_argument, std::string(op.name) + ": no memory for a result of type " + ir::str(type),
                location);
  }
}

static void run_any(const ir::OpDef& op, std::span<detail::TensorImpl* const> inputs, const ir::Attributes& attributes,
                    SourceLocation location, std::vector<Tensor>& outputs) {
  if (op.block->run) return op.block->run(inputs, attributes, location, outputs);
  if (op.block->in_place && !outputs.empty() && op.block->in_place(*outputs[0].impl(), inputs)) return;
  std::vector<ir::TensorType> types;
  types.reserve(inputs.size());
  for (const detail::TensorImpl* input : inputs) types.push_back({input->dtype, input->shape, input->weak});
  ir::InferContext infer(op, types, attributes, location);
  op.block->infer(infer);
  outputs.resize(infer.results().size());
  for (size_t k = 0; k < outputs.size(); ++k) {
    if (outputs[k].defined()) continue;  // overwritten in place
    const ir::TensorType& type = infer.results()[k];
    if (op.has(ir::kView) || op.has(ir::kDynamicShape) || !type.shape.known()) continue;  // the kernel allocates it
    outputs[k] = allocate_result(op, type, location);
    outputs[k].impl()->weak = type.weak;
  }
  ir::KernelContext context(op, inputs, outputs, attributes, location);
  op.block->kernel(context);
  for (const Tensor& output : outputs) AG_CHECK(output.defined(), std::string(op.name) + " made no result");
}

/// The same for operands with strings.
[[gnu::noinline]] static void run_with_strings(const ir::OpDef& op, std::span<detail::TensorImpl* const> inputs,
                                               const ir::Attributes& attributes, SourceLocation location,
                                               std::vector<Tensor>& outputs) {
  // A kernel that needs more space releases the array that it would have overwritten.
  const detail::TensorImpl* const overwritten = outputs.empty() ? nullptr : outputs[0].impl();
  Tensor held;
  if (overwritten && overwritten->strings) {
    held = detail::allocate_number(DType::uint64);
    detail::set_strings(*held.impl(), overwritten->strings);
  }
  run_any(op, inputs, attributes, location, outputs);
  for (Tensor& output : outputs) {
    if (output.impl() == overwritten) {
      held = Tensor();
      detail::add_strings(*output.impl(), inputs);
    } else if (overwritten || std::ranges::find(inputs, output.impl()) == inputs.end()) {
      detail::find_strings(*output.impl());  // an operand keeps its own strings, which other threads may read
    }
  }
}

void run_op(const ir::OpDef& op, std::span<detail::TensorImpl* const> inputs, const ir::Attributes& attributes,
            SourceLocation location, std::vector<Tensor>& outputs) {
  if (detail::keep_strings(inputs)) [[unlikely]]
    return run_with_strings(op, inputs, attributes, location, outputs);
  run_any(op, inputs, attributes, location, outputs);
}

Tensor run_op(const ir::OpDef& op, std::span<detail::TensorImpl* const> inputs, const ir::Attributes& attributes,
              SourceLocation location) {
  Tensor result;
  if (run_plain(op, inputs, result)) return result;
  std::vector<Tensor> outputs;
  run_op(op, inputs, attributes, location, outputs);
  return std::move(outputs.front());
}

}  // namespace ag::exec
