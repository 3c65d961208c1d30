/// Calls of functions of the standard library on numbers of the graph.
#include <array>
#include <optional>
#include <string_view>

#include "ag/cxx.h"
#include "ops/define.h"
#include "staging/leaves.h"
#include "tensor/convert.h"

namespace ag::detail {

namespace {

/// The operation that computes what std::`function` computes.
std::optional<ops::Op> operation_of(std::string_view function, size_t arguments) {
  using ops::Op;
  struct Same {
    std::string_view function;
    Op op;
  };
  static constexpr std::array kUnary{
      Same{"abs", Op::abs},     Same{"acos", Op::acos},   Same{"acosh", Op::acosh},       Same{"asin", Op::asin},
      Same{"asinh", Op::asinh}, Same{"atan", Op::atan},   Same{"atanh", Op::atanh},       Same{"ceil", Op::ceil},
      Same{"cos", Op::cos},     Same{"cosh", Op::cosh},   Same{"erf", Op::erf},           Same{"erfc", Op::erfc},
      Same{"exp", Op::exp},     Same{"expm1", Op::expm1}, Same{"fabs", Op::abs},          Same{"floor", Op::floor},
      Same{"isinf", Op::isinf}, Same{"isnan", Op::isnan}, Same{"isfinite", Op::isfinite}, Same{"lgamma", Op::lgamma},
      Same{"log", Op::log},     Same{"log10", Op::log10}, Same{"log1p", Op::log1p},       Same{"log2", Op::log2},
      Same{"rint", Op::round},  Same{"sin", Op::sin},     Same{"nearbyint", Op::round},   Same{"sinh", Op::sinh},
      Same{"sqrt", Op::sqrt},   Same{"tan", Op::tan},     Same{"tanh", Op::tanh},         Same{"trunc", Op::trunc},
  };
  static constexpr std::array kBinary{Same{"atan2", Op::atan2}, Same{"fmod", Op::fmod}, Same{"hypot", Op::hypot},
                                      Same{"pow", Op::pow}};
  const auto search = [&](const auto& list) -> std::optional<Op> {
    for (const Same& entry : list) {
      if (entry.function == function) return entry.op;
    }
    return std::nullopt;
  };
  return arguments == 1 ? search(kUnary) : arguments == 2 ? search(kBinary) : std::nullopt;
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
  if (const auto op = operation_of(function, operands.size())) {
    return stage(ops::call(*op, std::span<const Tensor>(operands), {}, location));
  }
  return stage(
      ops::call(ops::Op::cxx_call, std::span<const Tensor>(operands), {std::string(function), result}, location));
}

StagedId record_select(Number condition, Number a, Number b, DType dtype, SourceLocation location) {
  const std::array<Tensor, 3> operands{number_tensor(condition, location), as_dtype(a, dtype, location),
                                       as_dtype(b, dtype, location)};
  return stage(ops::call(ops::Op::where, std::span<const Tensor>(operands), {}, location));
}

}  // namespace ag::detail
