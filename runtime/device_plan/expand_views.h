#pragma once
/// Replaces the kernels of views by shared arrays or copies: on a device, arrays are row-major.
#include "program/program.h"

namespace ag::codegen {

/// Replaces each kernel whose result is a view of its only operand, such as a reshape, transpose, slice or broadcast. A
/// view with all elements in row-major order becomes an alias, others become a loop nest that copies the elements.
void expand_views(Program& program);

}  // namespace ag::codegen
