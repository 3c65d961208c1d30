#pragma once
/// Loops over whole arrays, tile by tile.
#include "codegen/program.h"

namespace ag::codegen {

/// A `while` whose rounds run through arrays that are large, each element for itself (array_loop.h), becomes a loop
/// over tiles around the `while`: a tile is so small that native code has it in registers from its first round to its
/// last. A loop that goes on while any element is active is changed only where elements that are not active stay as
/// they are, so that a tile may end before the others; the numbers that the loop carries are those of the tile with the
/// most rounds.
void interchange_loops(Program& program);

}  // namespace ag::codegen
