#include "exec/run_op.h"

#include <array>

#include "base/check.h"

namespace ag::exec {

namespace {

/// Elementwise operations on numbers are what staged loops and eager scalars consist of: no types are built for them.
bool run_rank0(const ir::OpDef& op, std::span<detail::TensorImpl* const> inputs, Tensor& output) {
  if (!op.block->loops || inputs.size() > 3) return false;
  std::array<const std::byte*, 3> in{};
  bool weak = true;
  for (size_t k = 0; k < inputs.size(); ++k) {
    if (!inputs[k]->shape.empty()) return false;
    in[k] = inputs[k]->data;
    if (k > 0 || op.block->operands != ir::Operands::CommonButFirst) weak = weak && inputs[k]->weak;
  }
  const DType dtype = inputs.back()->dtype;
  const ir::ElementwiseLoop loop = op.block->loops[static_cast<size_t>(dtype)];
  if (!loop) return false;
  const bool boolean = op.has(ir::kBooleanResult);
  Tensor result = detail::allocate(boolean ? DType::boolean : dtype, Shape());
  const std::array<int64_t, 3> strides{};
  loop(result.impl()->data, in.data(), strides.data(), 1);
  result.impl()->weak = weak && !boolean;
  output = std::move(result);
  return true;
}

}  // namespace

void run_op(const ir::OpDef& op, std::span<detail::TensorImpl* const> inputs, const ir::Attributes& attributes,
            SourceLocation location, std::vector<Tensor>& outputs) {
  std::vector<ir::TensorType> types;
  types.reserve(inputs.size());
  for (const detail::TensorImpl* input : inputs) types.push_back({input->dtype, input->shape, input->weak});
  ir::InferContext infer(op, types, attributes, location);
  op.block->infer(infer);
  outputs.resize(infer.results().size());
  for (size_t k = 0; k < outputs.size(); ++k) {
    const ir::TensorType& type = infer.results()[k];
    if (op.has(ir::kView) || !type.shape.known()) continue;  // the kernel makes it
    try {
      outputs[k] = detail::allocate(type.dtype, type.shape);
    } catch (const Error& error) {
      throw Error(error.kind(), std::string(op.name) + ": " + error.message(), location);
    } catch (const std::bad_alloc&) {
      throw Error(ErrorKind::invalid_argument,
                  std::string(op.name) + ": no memory for a result of type " + ir::str(type), location);
    }
    outputs[k].impl()->weak = type.weak;
  }
  ir::KernelContext context(op, inputs, outputs, attributes, location);
  op.block->kernel(context);
  for (const Tensor& output : outputs) AG_CHECK(output.defined(), std::string(op.name) + " made no result");
}

Tensor run_op(const ir::OpDef& op, std::span<detail::TensorImpl* const> inputs, const ir::Attributes& attributes,
              SourceLocation location) {
  Tensor result;
  try {
    if (run_rank0(op, inputs, result)) return result;
  } catch (const ir::KernelFault& fault) {
    ir::KernelContext(op, inputs, {}, attributes, location).fail(fault.kind, fault.message);
  }
  std::vector<Tensor> outputs;
  run_op(op, inputs, attributes, location, outputs);
  return std::move(outputs.front());
}

}  // namespace ag::exec
