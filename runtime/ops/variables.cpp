/// Reading and writing variables. Each is an effect, so that program order is kept. The first operand is a number that
/// identifies the variable, so that one graph serves every variable that a call passes.
#include "ops/variables.h"

#include <array>

#include "exec/device_op.h"
#include "ops/define.h"
#include "ops/subscripts/store.h"
#include "tensor/device_array.h"
#include "tensor/variable_impl.h"

namespace ag::ops {

namespace {

detail::VariableImpl& variable_of(const ir::KernelContext& context) {
  return *reinterpret_cast<detail::VariableImpl*>(static_cast<uintptr_t>(context.input_integer(0)));
}

void infer_variable(ir::InferContext& context) {
  context.result(context.attribute<DType>(0), context.attribute<Shape>(1));
}
void infer_no_results(ir::InferContext&) {}

void read_variable(ir::KernelContext& context) {
  context.set_output(0, detail::host_array(variable_of(context).read(), context.location()));
}

void run_assign(ir::KernelContext& context) {
  assign(variable_of(context), context.input_tensor(1), context.location());
}

void run_change(ir::KernelContext& context) {
  const device::DeviceNumber device = variable_of(context).device_number;
  std::vector<Tensor> operands;
  for (size_t k = 1; k < context.input_count(); ++k)
    operands.push_back(detail::array_on(context.input(k), device, context.location()));
  change(variable_of(context), *table().find(context.attribute<std::string>(3)), operands, context.location());
}

/// Overwrites elements of the value in its own memory. If the operation throws, nothing was written.
void overwrite(Tensor& value, const ir::OpDef& op, std::span<detail::TensorImpl* const> inputs,
               SourceLocation location) {
  std::vector<Tensor> outputs{std::move(value)};
  try {
    exec::run_immediately(op, inputs, {}, location, outputs);
  } catch (...) {
    value = std::move(outputs.front());
    throw;
  }
  value = std::move(outputs.front());
}

void infer_draw_key(ir::InferContext& context) { context.result(DType::uint64, Shape{2}); }

/// Returns the old value. The next value has an incremented draw counter.
void run_draw_key(ir::KernelContext& context) {
  variable_of(context).change([&](Tensor& state) {
    context.set_output(0, state);
    Tensor next = state;
    detail::make_unique(next);
    ++reinterpret_cast<uint64_t*>(next.impl()->data())[1];
    state = std::move(next);
  });
}

}  // namespace

bool type_fits(const ir::TensorType& wanted, const ir::TensorType& value) {
  if (value.dtype != wanted.dtype) return false;
  if (!value.shape.ranked() || !wanted.shape.ranked()) return true;
  bool fits = value.shape.size() == wanted.shape.size();
  for (size_t axis = 0; fits && axis < value.shape.size(); ++axis) {
    const int64_t is = value.shape[axis], asked = wanted.shape[axis];
    fits = is == asked || is == unknown || asked == unknown;
  }
  return fits;
}

void check_variable_fits(const ir::TensorType& variable, const std::string& name, const ir::TensorType& value,
                         SourceLocation location) {
  if (type_fits(variable, value)) return;
  const bool dtype = value.dtype != variable.dtype;
  throw Error(
      dtype ? ErrorKind::type_error : ErrorKind::shape_error,
      (name.empty() ? std::string("a variable") : "variable '" + name + "'") + " holds values of type " +
          ir::str(variable) + " and is given one of type " + ir::str({value.dtype, value.shape}),
      location,
      {dtype ? "convert the value, with ag::astype(x, " + std::string(ag::name(variable.dtype)) + ")"
             : std::string("a variable whose shape changes is made with the option .shape, in which ag::unknown "
                           "stands for any extent")});
}

Tensor stored_number(const TensorArg& value, DType dtype, SourceLocation location) {
  return stored_as(value, dtype, def(Op::assign_variable), location);
}

void assign(detail::VariableImpl& variable, const Tensor& value, SourceLocation location) {
  const detail::TensorImpl& impl = *value.impl();
  check_variable_fits({variable.dtype, variable.shape}, variable.name, {impl.dtype, impl.shape}, location);
  variable.write(detail::array_on(detail::make_contiguous(value), variable.device_number, location));
}

/// Returns the next value of a variable, in memory of its own.
static Tensor changed(const detail::VariableImpl& variable, const ir::OpDef& op,
                      std::span<detail::TensorImpl* const> inputs, SourceLocation location) {
  const Tensor next = exec::run_immediately(op, inputs, {}, location);
  check_variable_fits({variable.dtype, variable.shape}, variable.name, {next.impl()->dtype, next.impl()->shape},
                      location);
  return detail::make_contiguous(next);
}

void change(detail::VariableImpl& variable, const ir::OpDef& op, std::span<const Tensor> operands,
            SourceLocation location) {
  variable.change([&](Tensor& value) {
    std::array<detail::TensorImpl*, 3> all{value.impl()};
    for (size_t k = 0; k < operands.size(); ++k) all[k + 1] = operands[k].impl();
    const std::span inputs(all.data(), operands.size() + 1);
    if (op.has(ir::kOverwritesFirst) && detail::may_overwrite(*value.impl()))
      overwrite(value, op, inputs, location);
    else
      value = changed(variable, op, inputs, location);
    if (value.impl()->device_number != variable.device_number)
      value = detail::array_on(value, variable.device_number, location);
  });
}

const ir::OpBlock block_read_variable = {
    .traits = ir::kEffect | ir::kDynamicShape | ir::kNoThrow, .infer = &infer_variable, .kernel = &read_variable};
const ir::OpBlock block_draw_key = {.traits = ir::kEffect | ir::kDynamicShape,
                                    .infer = &infer_draw_key,
                                    .kernel = &run_draw_key,
                                    .kind = ir::OpKind::DrawKey};
const ir::OpBlock block_assign_variable = {ir::kEffect, ir::Operands::AsIs, &infer_no_results, &run_assign};
const ir::OpBlock block_change_variable = {ir::kEffect, ir::Operands::AsIs, &infer_no_results, &run_change};

}  // namespace ag::ops
