#pragma once
/// Shapes as arguments of traced functions: the value of a shape is a part of the signature.
#include <string>

#include "ag/shape.h"

namespace ag {

inline std::string ag_trace_type(const Shape& shape) { return shape.str(); }

}  // namespace ag
