#pragma once
/// When one conversion gives what two do.
#include "ag/dtype.h"

namespace ag::passes {

/// Whether every value of `from` is a value of `to`.
bool holds(DType to, DType from);

/// Whether from -> middle -> to gives what from -> to gives, where `middle` holds `from`.
bool same_conversion(DType from, DType middle, DType to);

}  // namespace ag::passes
