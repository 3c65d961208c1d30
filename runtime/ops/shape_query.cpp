/// Extents as values, and operations that return their operand unchanged.
#include <algorithm>

#include "ops/define.h"
#include "ops/dimension.h"
#include "tensor/axis.h"
#include "tensor/device_array.h"

namespace ag::ops {

namespace {

Tensor extents(const Shape& shape) {
  Tensor tensor = detail::allocate(DType::int64, {shape.rank()});
  std::copy(shape.begin(), shape.end(), reinterpret_cast<int64_t*>(tensor.impl()->data()));
  return tensor;
}

void infer_shape(ir::InferContext& context) {
  const Shape& shape = context.shape(0);
  context.result(DType::int64, {shape.ranked() ? shape.rank() : unknown});
}

void run_shape(ir::KernelContext& context) { context.set_output(0, extents(context.input(0).shape)); }

void infer_dim(ir::InferContext& context) {
  if (context.shape(0).ranked()) context.axis(context.attribute<int64_t>(0), context.shape(0).rank());
  context.result(DType::int64, {});
}

void run_dim(ir::KernelContext& context) {
  const Shape& shape = context.input(0).shape;
  const int64_t axis = context.attribute<int64_t>(0);
  *reinterpret_cast<int64_t*>(context.output(0).data()) = shape[detail::axis_of(axis, shape)];
}

void infer_identity(ir::InferContext& context) {
  context.result(context.dtype(0), context.shape(0), context.operand(0).weak);
}

int32_t scalar_identity(kernel::ScalarContext& context) {
  return context.builder.emit(kernel::Primitive::Copy, context.dtype, {context.operands[0]});
}

void run_to_device(std::span<detail::TensorImpl* const> inputs, const ir::Attributes& attributes,
                   SourceLocation location, std::vector<Tensor>& outputs) {
  const auto device = static_cast<device::DeviceNumber>(std::get<int64_t>(attributes[0]));
  outputs = {detail::array_on(*inputs[0], device, location)};
}

void run_identity(ir::KernelContext& context) { context.set_output(0, context.input_tensor(0)); }

}  // namespace

const ir::OpBlock block_shape{0, ir::Operands::AsIs, &infer_shape, &run_shape};
const ir::OpBlock block_dim{
    .operands = ir::Operands::AsIs, .infer = &infer_dim, .kernel = &run_dim, .kind = ir::OpKind::Dim};
const ir::OpBlock block_identity{ir::kView, ir::Operands::AsIs, &infer_identity, &run_identity,
                                 nullptr,   &scalar_identity};
const ir::OpBlock block_to_device{.traits = ir::kTakesAnyDevice, .infer = &infer_identity, .run = &run_to_device};
const ir::OpBlock block_stop_gradient{ir::kView, ir::Operands::AsIs, &infer_identity, &run_identity,
                                      nullptr,   &scalar_identity};
const ir::OpBlock block_optimization_barrier{ir::kView, ir::Operands::AsIs, &infer_identity, &run_identity,
                                             nullptr,   &scalar_identity};

Tensor dimension(const Tensor& x, int64_t axis, SourceLocation location) {
  const Shape& shape = detail::used(x, location).shape;
  const int64_t at = detail::from_front(axis, shape.rank());
  if (shape.ranked() && at >= 0 && at < shape.rank() && shape[static_cast<size_t>(at)] != unknown) {
    return detail::scalar_tensor(detail::scalar_of(shape[static_cast<size_t>(at)]), DType::int64);
  }
  return call(Op::dim, std::span(&x, 1), {axis}, location);
}

}  // namespace ag::ops

namespace ag {

Tensor shape(const TensorArg& x) {
  const Tensor value = x.value();
  // Extents that are known while tracing stay known in computations with them.
  if (value.impl()->shape.known())
    return detail::array_on(ops::extents(value.impl()->shape), value.impl()->device_number, x.location());
  return ops::call(ops::Op::shape, {&x});
}

Tensor size(const TensorArg& x) {
  const Tensor value = x.value();
  const int64_t count = value.impl()->shape.element_count();
  if (count != unknown) return detail::scalar_tensor(detail::scalar_of(count), DType::int64);
  if (const Shape& shape = value.impl()->shape; shape.ranked()) {
    Tensor product = ops::dimension(value, 0, x.location());
    for (int64_t axis = 1; axis < shape.rank(); ++axis)
      product = multiply(TensorArg(product, x.location()), ops::dimension(value, axis, x.location()));
    return product;
  }
  return prod(TensorArg(shape(x), x.location()));
}

Tensor rank(const TensorArg& x) {
  const Tensor value = x.value();
  const Shape& shape = value.impl()->shape;
  if (shape.ranked()) return detail::scalar_tensor(detail::scalar_of(shape.rank()), DType::int32);
  const Tensor extents = ops::call(ops::Op::shape, {&x});
  return astype(TensorArg(ops::dimension(extents, 0, x.location()), x.location()), DType::int32);
}

Tensor Tensor::to_device(const Device& device, SourceLocation location) const {
  const detail::TensorImpl& impl = detail::used(*this, location);
  const device::DeviceNumber number = device::number_of(device, location);
  if (impl.device_number == number) return *this;
  if (impl.is_symbol()) {
    tracing::Trace* trace = tracing::current();
    if (trace && trace->device() == number) return trace->symbol_of(trace->value_of(*this, location), location);
    throw Error(ErrorKind::staging_error,
                "to_device: the graph runs on " + this->device(location).str() +
                    ", and all its values are there, not on " + device.str(),
                location,
                {"copy before or after the call, or name the device of the function in FunctionOptions::device"});
  }
  if (impl.strings)
    throw Error(ErrorKind::type_error, "to_device: strings stay on the host, which alone can read them", location);
  return ops::call(ops::Op::to_device, {this, 1}, {static_cast<int64_t>(number)}, location);
}

Tensor identity(const TensorArg& x) { return ops::call(ops::Op::identity, {&x}); }
Tensor stop_gradient(const TensorArg& x) { return ops::call(ops::Op::stop_gradient, {&x}); }

}  // namespace ag
