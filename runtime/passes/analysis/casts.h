#pragma once
/// Conversions of dtypes: exactness, and composition of two conversions.
#include "ag/dtype.h"

namespace ag::passes {

/// True if `to` represents every value of `from` exactly.
bool holds(DType to, DType from);

/// True if from -> middle -> to has the result of from -> to, for a `middle` that holds every value of `from`.
bool same_conversion(DType from, DType middle, DType to);

}  // namespace ag::passes
