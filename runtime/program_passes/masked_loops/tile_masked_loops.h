#pragma once
/// Tiling of masked loops over whole arrays.
///
/// Programs that profit: iterations over large arrays with independent elements: escape-time fractals, Newton's method
/// for the root of each element, a simulation for each of many parameters.
#include "base/machine.h"
#include "program/program.h"

namespace ag::codegen {

/// Strip-mines a masked `while` over large arrays (masked_loop.h) and moves the `while` inside the loop over tiles. A
/// tile is so small that it stays in registers for all its iterations. If inactive elements keep their values, a tile
/// ends independently of the others, and the numbers that the loop carries are those of the tile with the most
/// iterations. If they do not, and the arrays exceed the cache, all tiles run the same number of iterations: the
/// slower ones catch up.
void tile_masked_loops(Program& program, const detail::Machine& machine);

}  // namespace ag::codegen
