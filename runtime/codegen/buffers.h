#pragma once
/// Where the arrays of a program live.
#include "codegen/program.h"

namespace ag::codegen {

/// Small arrays of known shape that loops alone read and write become local: they live in the function's own memory,
/// and a loop that carries one exchanges two pointers, without a call of the runtime. One that is a result is copied at
/// the end.
void make_local(Program& program);

}  // namespace ag::codegen
