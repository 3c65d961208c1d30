#pragma once
/// Loops that copy elements from one array to another.
#include "lower/lowered_values.h"

namespace ag::codegen {

/// Copies elements to an array. Adjacent axes along which both sides have even strides become one loop.
void copy_elements(ProgramBuilder& builder, const Source& from, const Shape& shape, const Part& to,
                   SourceLocation location);

}  // namespace ag::codegen
