#pragma once
/// Immediate evaluation while a function is traced: the initial value of a variable that it creates.
#include "ag/detail/function_ref.h"
#include "ag/tensor.h"

namespace ag::detail {

/// Returns the result of `compute`, run without tracing.
Tensor without_tracing(FunctionRef<Tensor()> compute);

/// Returns the value of a tensor. A symbol of the trace in progress is evaluated; throws if it depends on unknown
/// values.
Tensor first_value(const Tensor& tensor, SourceLocation location);

}  // namespace ag::detail
