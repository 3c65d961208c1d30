/// Conversion between dtypes.
#include "ops/cast.h"

#include <array>
#include <cmath>
#include <sstream>

#include "ops/mixed_value.h"
#include "tensor/convert.h"

namespace ag::ops {

namespace {

void infer_astype(ir::InferContext& context) { context.result(context.attribute<DType>(0), context.shape(0)); }
void infer_astype_weak(ir::InferContext& context) {
  context.result(context.attribute<DType>(0), context.shape(0), true);
}

int32_t scalar_astype(kernel::ScalarContext& context) {
  return context.builder.emit(kernel::Primitive::Convert, std::get<DType>(context.attributes[0]),
                              {context.operands[0]});
}

void run_astype(ir::KernelContext& context) { detail::convert_elements(context.output(0), context.input(0)); }

void infer_bitcast(ir::InferContext& context) {
  const DType from = context.dtype(0), to = context.attribute<DType>(0);
  if (item_size(from) != item_size(to)) {
    context.fail(ErrorKind::type_error, std::string(name(from)) + " has " + std::to_string(8 * item_size(from)) +
                                            " bits and " + std::string(name(to)) + " has " +
                                            std::to_string(8 * item_size(to)) +
                                            "; bits can be read as another dtype of the same width only");
  }
  if (to == DType::boolean && from != DType::boolean) {
    context.fail(ErrorKind::type_error,
                 "the bits of " + std::string(name(from)) + " are no boolean unless they are 0 or 1; use astype");
  }
  context.result(to, context.shape(0));
}

void run_bitcast(ir::KernelContext& context) {
  const detail::TensorImpl& input = context.input(0);
  Tensor view = detail::make_view(context.input_tensor(0), input.shape, input.strides, 0);
  view.impl()->dtype = context.attribute<DType>(0);
  context.set_output(0, std::move(view));
}

/// Converts a double whose value is a 64-bit integer to that integer; returns other values unchanged.
detail::Scalar as_integer(const detail::Scalar& value) {
  constexpr double kBeyond = 9223372036854775808.0;
  if (value.dtype != DType::float64 || std::trunc(value.floating) != value.floating) return value;
  if (value.floating >= -kBeyond && value.floating < kBeyond) {
    return detail::scalar_of(static_cast<int64_t>(value.floating));
  }
  if (value.floating >= 0 && value.floating < 2 * kBeyond) {
    return detail::scalar_of(static_cast<uint64_t>(value.floating));
  }
  return value;
}

void run_number_as(ir::KernelContext& context) {
  const detail::Scalar value = detail::read_scalar(context.input(0));
  context.set_output(0, exact_scalar(value, context.attribute<DType>(0), context.attribute<std::string>(1).c_str(),
                                     context.location()));
}

}  // namespace

const ir::OpBlock block_number_as = {.traits = ir::kConverts, .infer = &infer_astype, .kernel = &run_number_as};
const ir::OpBlock block_astype = {
    .traits = ir::kConverts | ir::kNoThrow, .infer = &infer_astype, .kernel = &run_astype, .scalar = &scalar_astype};
const ir::OpBlock block_astype_weak = {.traits = ir::kConverts | ir::kNoThrow,
                                       .infer = &infer_astype_weak,
                                       .kernel = &run_astype,
                                       .scalar = &scalar_astype};
const ir::OpBlock block_bitcast = {ir::kView, ir::Operands::AsIs, &infer_bitcast, &run_bitcast};

Tensor to_boolean(const TensorArg& x) { return astype(x, DType::boolean); }

std::string str(const detail::Scalar& value) {
  std::ostringstream text;
  text.precision(17);
  switch (value.dtype) {
    case DType::float64: {
      // The shortest text that reads back to the same value.
      for (int digits = 1; digits <= 17; ++digits) {
        std::ostringstream attempt;
        attempt.precision(digits);
        attempt << value.floating;
        text.str(attempt.str());
        if (std::strtod(text.str().c_str(), nullptr) == value.floating) break;
      }
      return text.str();
    }
    case DType::boolean:
      return value.integer ? "true" : "false";
    case DType::uint64:
      return std::to_string(static_cast<uint64_t>(value.integer));
    default:
      return std::to_string(value.integer);
  }
}

Tensor exact_scalar(const detail::Scalar& value, DType dtype, const char* what, SourceLocation location) {
  const detail::Scalar exact = is_floating(dtype) ? value : as_integer(value);
  if (dtype != DType::boolean && !detail::representable(exact, dtype)) {
    throw Error(ErrorKind::invalid_argument,
                std::string(what) + ": the number " + str(value) + " is not a value of " + std::string(name(dtype)) +
                    "; choose a dtype that holds it, or convert with astype",
                location);
  }
  return detail::scalar_tensor(exact, dtype);
}

Tensor exact_symbol(const Tensor& number, DType dtype, const char* what, SourceLocation location) {
  const DType from = number.impl()->dtype;
  if (from == dtype) return number;
  // A wider dtype holds every value of a narrower one, and conversions to floating-point dtypes are never checked.
  const bool wider = category(from) == category(dtype)
                         ? item_size(from) < item_size(dtype)
                         : category(from) == Category::Unsigned && item_size(from) < item_size(dtype);
  const std::array<Tensor, 1> operand{number};
  if (is_floating(dtype) || dtype == DType::boolean || from == DType::boolean || (wider && !is_floating(from))) {
    return call(Op::astype, operand, {dtype}, location);
  }
  return call(Op::number_as, operand, {dtype, std::string(what)}, location);
}

}  // namespace ag::ops

namespace ag {

Tensor astype(const TensorArg& x, DType dtype) {
  if (!x.is_tensor()) return detail::scalar_tensor(x.scalar(), dtype);
  const detail::TensorImpl& impl = detail::used(x.tensor(), x.location());
  if (impl.literal) return detail::scalar_tensor(impl.scalar, dtype);
  if (ops::is_mixed(x.tensor())) {
    const ops::MixedValue value = ops::mixed_value(x.tensor());
    if (value.exact && is_floating(dtype)) return astype(TensorArg(value.floating, x.location()), dtype);
    const auto cast = [&](const Tensor& one) { return astype(TensorArg(one, x.location()), dtype); };
    return ops::on_each(x.tensor(), cast, x.location());
  }
  if (impl.is_symbol() && impl.symbol->exact.defined()) {
    return astype(TensorArg(impl.symbol->exact, x.location()), dtype);
  }
  if (impl.dtype == dtype && !impl.weak) return x.tensor();
  const std::array<Tensor, 1> operand{x.tensor()};
  return ops::call(ops::Op::astype, operand, {dtype}, x.location());
}

Tensor bitcast(const TensorArg& x, DType dtype) { return ops::call(ops::Op::bitcast, {&x}, {dtype}); }

}  // namespace ag
