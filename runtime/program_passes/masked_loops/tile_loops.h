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

/// As add_tiles, for a loop whose tiles must all run as many iterations as the tile that needs most. Each tile runs
/// until it needs no more; then the other tiles catch up, until none needs more than the maximum. `instead`:
/// the original loop with its initialisation, which runs if the maximum of a tile was a NaN. It may be empty if that
/// cannot happen.
void add_synchronized_tiles(Program& program, const Statement& loop, const MaskedLoop& of, int64_t width,
                            const std::map<ArrayId, TileStart>& starts, Block instead, Block& result);

}  // namespace ag::codegen
