/// Calls of standard library functions on symbolic numbers.
#include <array>
#include <optional>
#include <string_view>

#include "ag/staging/complex.h"
#include "ag/staging/cxx.h"
#include "ops/define.h"
#include "staging/control/leaves.h"
#include "tensor/convert.h"

namespace ag::detail {

namespace {

/// Returns the operation that computes std::`function` bit for bit. A function whose rounding depends on the C library
/// is recorded as a call of that library, because the tensor operations compute it differently.
std::optional<ops::Op> operation_of(std::string_view function) {
  using ops::Op;
  struct Same {
    std::string_view function;
    Op op;
  };
  static constexpr std::array kSame{
      Same{"abs", Op::abs},         Same{"ceil", Op::ceil},   Same{"fabs", Op::abs},          Same{"floor", Op::floor},
      Same{"isinf", Op::isinf},     Same{"isnan", Op::isnan}, Same{"isfinite", Op::isfinite}, Same{"rint", Op::round},
      Same{"nearbyint", Op::round}, Same{"sqrt", Op::sqrt},   Same{"trunc", Op::trunc},
  };
  for (const Same& same : kSame) {
    if (same.function == function) return same.op;
  }
  return std::nullopt;
}

Tensor as_dtype(Number number, DType dtype, SourceLocation location) {
  const Tensor value = number_tensor(number, location);
  if (number.dtype == dtype) return value;
  if (number.is_host()) return scalar_tensor(read_scalar(*value.impl()), dtype);
  return ops::call(ops::Op::astype, std::span(&value, 1), {dtype}, location);
}

}  // namespace

StagedId record_call(const char* function, std::initializer_list<Number> arguments, DType common, DType result,
                     SourceLocation location) {
  std::vector<Tensor> operands;
  for (const Number& argument : arguments) operands.push_back(as_dtype(argument, common, location));
  if (const auto op = operation_of(function)) {
    return stage(ops::call(*op, std::span<const Tensor>(operands), {}, location));
  }
  return stage(
      ops::call(ops::Op::cxx_call, std::span<const Tensor>(operands), {std::string(function), result}, location));
}

ComplexIds record_complex_call(const char* function, const std::vector<Number>& arguments, DType dtype,
                               std::source_location location) {
  std::vector<Tensor> operands;
  for (const Number& argument : arguments) operands.push_back(as_dtype(argument, dtype, location));
  const auto part = [&](const char* name) {
    return stage(ops::call(ops::Op::cxx_call, std::span<const Tensor>(operands), {std::string(function) + name, dtype},
                           location));
  };
  return {part(".real"), part(".imag")};
}

StagedId record_select(Number condition, Number a, Number b, DType dtype, SourceLocation location) {
  const std::array<Tensor, 3> operands{number_tensor(condition, location), as_dtype(a, dtype, location),
                                       as_dtype(b, dtype, location)};
  return stage(ops::call(ops::Op::where, std::span<const Tensor>(operands), {}, location));
}

}  // namespace ag::detail
