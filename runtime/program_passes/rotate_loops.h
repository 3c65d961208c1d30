#pragma once
/// Loop rotation for loops whose test reduces an array that the body fills.
///
/// Programs that profit: iterations over whole arrays that end when an error is small: relaxation of a field, a fixed
/// point, clustering until no label changes.
#include "program/program.h"

namespace ag::codegen {

/// Rotates a `while` whose test reduces a large array that the previous iteration has filled, such as an error that
/// must become small. The test runs before the first iteration and then at the end of each. There it is fused into the
/// loop that fills the array and finds the elements in registers. Rotation adds no evaluation of a value.
void rotate_loops(Program& program);

}  // namespace ag::codegen
