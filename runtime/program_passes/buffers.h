#pragma once
/// Where the arrays of a program live.
#include "program/program.h"

namespace ag::codegen {

/// Small arrays of known shape that loops alone read and write become local: they live in the function's own memory,
/// and a loop that carries one exchanges two pointers, without a call of the runtime. One that is a result is copied at
/// the end.
void promote_to_stack(Program& program);

/// Loops whose iterations only load and store elements of an array make it row-major, and their own, once before the
/// first iteration.
void hoist_copies(Program& program);

/// Arrays of known shape that a loop makes anew in each iteration, and that nothing keeps, are made once before it.
void hoist_allocations(Program& program);

/// Arrays of one type that kernels fill in an iteration, one when the other is needed no more, are one array.
void coalesce_buffers(Program& program);

}  // namespace ag::codegen
