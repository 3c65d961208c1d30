#pragma once
/// Runs one operation on concrete arrays, now.
#include <span>

#include "graph/op_def.h"

namespace ag::exec {

/// Infers the result types, allocates the results and runs the host kernel. `inputs` have the dtypes that the operation
/// asks for (see ir::Operands). Fills `outputs`, one for each result; one
/// that is there already is written over (see ir::kOverwritesFirst). Errors name the operation and `location`.
void run_op(const ir::OpDef& op, std::span<detail::TensorImpl* const> inputs, const ir::Attributes& attributes,
            SourceLocation location, std::vector<Tensor>& outputs);

/// Memory for a result of an operation, elements not initialised. Throws an error that names it where there is none.
Tensor allocate_result(const ir::OpDef& op, const ir::TensorType& type, SourceLocation location);

/// The common case of elementwise operations, without types being built for it: operands are numbers or row-major
/// arrays of one shape. False where it is something else or fails; run_op then does it, or says what is wrong.
bool run_plain(const ir::OpDef& op, std::span<detail::TensorImpl* const> inputs, Tensor& output);

/// The same as run_op for an operation with one result.
Tensor run_op(const ir::OpDef& op, std::span<detail::TensorImpl* const> inputs, const ir::Attributes& attributes,
              SourceLocation location);

}  // namespace ag::exec
