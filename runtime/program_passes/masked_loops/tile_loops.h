#pragma once
/// Loops over the tiles of arrays, around the iterations of each tile (tile.h). Each tile stores its variables in
/// elements of its own. So tiles are independent, and threads may share them.
#include "program_passes/masked_loops/masked_loop.h"
#include "program_passes/masked_loops/tile.h"

namespace ag::codegen {

/// Appends the replacement of a masked loop whose tiles may end independently. The numbers that the loop carries are
/// those of the tile with the most iterations.
void add_tiles(Program& program, const Statement& loop, const MaskedLoop& of, int64_t width,
               const std::map<ArrayId, TileStart>& starts, Block& result);

/// As add_tiles, for a loop whose tiles must all run the same number of iterations. Each tile runs until its test is
/// false. The tiles with fewer iterations than the maximum then run up to it, and this repeats until all are equal.
/// `instead`: the original loop with its initialisation, which runs if the maximum of a tile was a NaN; empty if no
/// maximum can be a NaN.
void add_synchronized_tiles(Program& program, const Statement& loop, const MaskedLoop& of, int64_t width,
                            const std::map<ArrayId, TileStart>& starts, Block instead, Block& result);

}  // namespace ag::codegen
