#pragma once
/// What is computed at once although a function is being traced: the first value of a variable that it makes.
#include "ag/function_ref.h"
#include "ag/tensor.h"

namespace ag::detail {

/// What `compute` gives where nothing is traced.
Tensor without_tracing(FunctionRef<Tensor()> compute);

/// The value of a tensor, also of one that the trace in progress has made of known values. Throws where it depends on
/// more than these.
Tensor first_value(const Tensor& tensor, SourceLocation location);

}  // namespace ag::detail
