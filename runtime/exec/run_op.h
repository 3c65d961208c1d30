#pragma once
/// Eager execution of a single operation on concrete arrays.
#include <span>

#include "graph/op_def.h"

namespace ag::exec {

/// Infers the result types, allocates the results and runs the host kernel. `inputs` must have the dtypes that the
/// operation requires (see ir::Operands). Fills `outputs`, one per result. An existing first output is overwritten (see
/// ir::kOverwritesFirst). Errors name the operation and `location`.
void run_op(const ir::OpDef& op, std::span<detail::TensorImpl* const> inputs, const ir::Attributes& attributes,
            SourceLocation location, std::vector<Tensor>& outputs);

/// Allocates an uninitialized result of an operation. Throws an error that names the operation if there is no memory.
Tensor allocate_result(const ir::OpDef& op, const ir::TensorType& type, SourceLocation location);

/// Fast path for elementwise operations on numbers and row-major arrays of one shape on the host, without building
/// types. Returns false if the operands do not fit or the operation fails. The caller then uses run_op, which reports
/// the error.
bool run_plain(const ir::OpDef& op, std::span<detail::TensorImpl* const> inputs, Tensor& output);

/// The same for an operation with one result.
Tensor run_op(const ir::OpDef& op, std::span<detail::TensorImpl* const> inputs, const ir::Attributes& attributes,
              SourceLocation location);

}  // namespace ag::exec
