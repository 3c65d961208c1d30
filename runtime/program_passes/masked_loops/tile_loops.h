#pragma once
/// Loops over the tiles of arrays, around the rounds of each (tile.h). What a tile leaves besides elements has a place
/// of its own, so that no tile has to do with another one, and threads may share them.
#include "program_passes/masked_loops/masked_loop.h"
#include "program_passes/masked_loops/tile.h"

namespace ag::codegen {

/// Appends what stands in place of a loop over whole arrays whose tiles may end by themselves: the numbers that it
/// carries are those of the tile with the most rounds.
void add_tiles(Program& program, const Statement& loop, const ArrayLoop& of, int64_t width,
               const std::map<ArrayId, TileStart>& starts, Block& result);

/// The same where all tiles have as many rounds as the one that needs most: each runs until it needs no more, and those
/// that are behind then run on, until none needs more than it has had. `instead`: what the loop is where the greatest
/// element of a tile was a NaN, from its beginning; needed where it may be.
void add_tiles_together(Program& program, const Statement& loop, const ArrayLoop& of, int64_t width,
                        const std::map<ArrayId, TileStart>& starts, Block instead, Block& result);

}  // namespace ag::codegen
