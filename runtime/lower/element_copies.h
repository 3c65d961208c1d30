#pragma once
/// Loops that copy elements from one array to another.
#include "lower/lowered_values.h"

namespace ag::codegen {

/// Copies elements to an array. Adjacent axes along which both sides have even strides become one loop. `counts`: by
/// axis, the register of its extent, or kNone for that of the shape; empty if all are those of the shape.
void copy_elements(ProgramBuilder& builder, const Source& from, const Shape& shape, const Part& to,
                   SourceLocation location, const std::vector<Register>& counts = {});

}  // namespace ag::codegen
