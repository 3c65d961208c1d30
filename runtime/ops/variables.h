#pragma once
/// Immediate writes of variables, for graphs and for eager code.
#include <span>
#include <string>

#include "ag/detail/arg.h"
#include "graph/op_def.h"

namespace ag::detail {
struct VariableImpl;
}

namespace ag::ops {

/// True if a value of this type matches the wanted type; unknown dimensions match.
bool type_fits(const ir::TensorType& wanted, const ir::TensorType& value);

/// Throws if a variable of type `variable` cannot hold a value of type `value`; unknown dimensions match.
void check_variable_fits(const ir::TensorType& variable, const std::string& name, const ir::TensorType& value,
                         SourceLocation location);

/// Returns a number as a value of `dtype`; an error if the dtype does not represent it.
Tensor stored_number(const TensorArg& value, DType dtype, SourceLocation location);

/// Assigns `value`; it is an error if its dtype is not that of the variable.
void assign(detail::VariableImpl& variable, const Tensor& value, SourceLocation location);
/// Replaces the value by the result of `op` for the value and the operands; the variable keeps its value if that fails.
void change(detail::VariableImpl& variable, const ir::OpDef& op, std::span<const Tensor> operands,
            SourceLocation location);

}  // namespace ag::ops
