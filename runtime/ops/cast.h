#pragma once
/// Conversions that other operation families use.
#include "ops/define.h"

namespace ag::ops {

/// Returns `x` as boolean: true for elements that are not zero. A boolean tensor is returned itself.
Tensor to_boolean(const TensorArg& x);

/// Returns a host number as a rank-0 array of `dtype`. Throws an error at `location` if the dtype cannot represent it.
/// `what` is the name of the operation, with which the message begins.
Tensor exact_scalar(const detail::Scalar& value, DType dtype, const char* what, SourceLocation location);

/// Returns a host number in human-readable form.
std::string str(const detail::Scalar& value);

/// The same as exact_scalar for a number that is known only when the graph runs. `number` has the dtype of the C++
/// type.
Tensor exact_symbol(const Tensor& number, DType dtype, const char* what, SourceLocation location);

}  // namespace ag::ops
