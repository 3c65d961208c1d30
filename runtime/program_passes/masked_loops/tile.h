#pragma once
/// The rounds of a loop over whole arrays for a part of their elements.
#include "program_passes/masked_loops/masked_loop.h"

namespace ag::codegen {

/// What the elements of an array are in the beginning: all of them a number, or those of another array.
struct TileStart {
  Register number = kNone;
  ArrayId array = kNone;
};

/// Elements that stand side by side in the last axis of a nest.
struct TilePlace {
  int64_t width = 0;
  const std::vector<Register>& indices;        // for each loop of the nest; the last one counts tiles, or is none
  int64_t first = 0;                           // the index of the first element, where it is none
  const std::map<ArrayId, TileStart>& starts;  // of arrays whose elements it does not begin with
};

/// What a tile has to do with others, where each of them runs as many rounds as the one that needs most.
struct TileRounds {
  Register rounds = kNone;  // a variable: how many it has had
  Register least = kNone;   // how many it has to have before it may end; none: it may end at once
  Register odd = kNone;     // a variable: whether it ended for a NaN, after which nobody knows how many all need
  Register most = kNone;    // with `odd`: how many it may have before one looks whether others have ended so
};

/// Statements that load the elements of what the loop carries into arrays of the function, run the rounds with these,
/// and store what is needed. Everything that the loop defines has other names. `variables`: what stands in the place of
/// those that the loop carries.
Block tile_rounds(Program& program, const Statement& loop, const ArrayLoop& of, const TilePlace& place,
                  const std::map<Register, Register>& variables, const TileRounds& rounds);

}  // namespace ag::codegen
