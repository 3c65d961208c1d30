#pragma once
/// Writing variables at once, as a graph does and as eager code does.
#include <span>
#include <string>

#include "ag/arg.h"
#include "graph/op_def.h"

namespace ag::detail {
struct VariableImpl;
}

namespace ag::ops {

/// Whether a value of this type is one of the wanted type; what is not known fits.
bool type_fits(const ir::TensorType& wanted, const ir::TensorType& value);

/// Throws where a variable that holds values of type `variable` cannot hold one of type `value`; what is not known
/// fits.
void check_variable_fits(const ir::TensorType& variable, const std::string& name, const ir::TensorType& value,
                         SourceLocation location);

/// A number as a value of `dtype`; an error where the dtype does not hold it.
Tensor stored_number(const TensorArg& value, DType dtype, SourceLocation location);

/// `value` has the dtype of the variable, or is an error.
void assign(detail::VariableImpl& variable, const Tensor& value, SourceLocation location);
/// The next value is what `op` gives for the value and the operands; it keeps its value where that fails.
void change(detail::VariableImpl& variable, const ir::OpDef& op, std::span<const Tensor> operands,
            SourceLocation location);

}  // namespace ag::ops
