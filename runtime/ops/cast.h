#pragma once
/// Conversions that other families begin with.
#include "ops/define.h"

namespace ag::ops {

/// `x` as boolean: whether it is not zero. The tensor itself where it is boolean.
Tensor to_boolean(const TensorArg& x);

/// A number of the host as a rank-0 array of `dtype`; an error at `location` where it is not a value of that dtype.
/// `what` begins the message: the name of the operation.
Tensor exact_scalar(const detail::Scalar& value, DType dtype, const char* what, SourceLocation location);

/// A number of the host as people write it.
std::string str(const detail::Scalar& value);

/// The same for a number that is known only when the graph runs; `number` has the dtype that C++ gives it.
Tensor exact_symbol(const Tensor& number, DType dtype, const char* what, SourceLocation location);

}  // namespace ag::ops
