#pragma once
/// Shapes as arguments of traced functions: each shape is a signature of its own.
#include <string>

#include "ag/shape.h"

namespace ag {

inline std::string ag_trace_type(const Shape& shape) { return shape.str(); }

}  // namespace ag
