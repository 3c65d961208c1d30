#pragma once
/// Loops over whole arrays, tile by tile.
#include "program/program.h"

namespace ag::codegen {

/// A `while` whose rounds run through arrays that are large, each element for itself (masked_loop.h), becomes a loop
/// over tiles around the `while`: a tile is so small that native code has it in registers from its first round to its
/// last. Where a loop goes on while any element is active, and elements that are not active stay as they are, a tile
/// may end before the others; the numbers that the loop carries are those of the tile with the most rounds. Where they
/// do not stay, and arrays do not fit the cache, all tiles have as many rounds: those that are behind catch up.
void tile_masked_loops(Program& program);

}  // namespace ag::codegen
