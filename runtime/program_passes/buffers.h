#pragma once
/// Passes that choose the storage of arrays and the places where they are allocated and copied.
///
/// Programs that profit: loops that carry small vectors and matrices (filters, integrators), loops that change an array
/// in place (relaxation of a field, sorting by hand), training loops that make arrays of the same shapes in each
/// iteration.
#include "program/program.h"

namespace ag::codegen {

/// Stack promotion: small arrays of static shape that no kernel accesses move from the runtime to the stack. A loop
/// that carries one then swaps two pointers and makes no runtime call. A stack array that is a result is copied at the
/// end.
void promote_to_stack(Program& program);

/// Hoists MakeUnique and MakeContiguous out of a `while` whose iterations only load and store elements of the array:
/// the copy is made once, before the first iteration.
void hoist_copies(Program& program);

/// Hoists allocations of arrays of static shape that an iteration makes and that do not outlive it.
void hoist_allocations(Program& program);

/// Buffer coalescing: arrays of the same type that kernels of an iteration fill share one array if their live ranges do
/// not overlap.
void coalesce_buffers(Program& program);

}  // namespace ag::codegen
