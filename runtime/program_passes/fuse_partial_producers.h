#pragma once
/// Loops over arrays that loops before them have filled in pieces.
#include "program/program.h"

namespace ag::codegen {

/// A loop over all elements of an array that loops before it in the same block have filled, each with pieces of it (as
/// those do that join arrays), becomes a part of those, and finds the elements in registers: once for each piece. Only
/// where it takes each element at its own index, and nothing between the loops depends on their order.
void fuse_partial_producers(Program& program);

}  // namespace ag::codegen
