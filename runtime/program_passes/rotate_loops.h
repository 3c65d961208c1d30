#pragma once
/// Loops that test whole arrays behind each round.
#include "program/program.h"

namespace ag::codegen {

/// A `while` whose test folds a large array that the round before has filled, as an error that is to become small, asks
/// in front of its first round and then at the end of each: so the fold is a part of the loop that fills the array, and
/// finds its elements in registers. Nothing is computed more often.
void rotate_loops(Program& program);

}  // namespace ag::codegen
