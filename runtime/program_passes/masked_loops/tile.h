#pragma once
/// The `while` of a masked loop for one tile of its arrays.
#include "program_passes/masked_loops/masked_loop.h"

namespace ag::codegen {

/// The initial elements of an array: a number, or the elements of another array.
struct TileStart {
  Register number = kNone;
  ArrayId array = kNone;
};

/// A tile: consecutive elements along the last axis of a nest.
struct TilePlace {
  int64_t width = 0;
  const std::vector<Register>& indices;  // the induction variable of each loop of the nest; the last counts tiles, or
                                         // is kNone for the last tile of a row
  int64_t first = 0;                     // the index of the first element if the last induction variable is kNone
  const std::map<ArrayId, TileStart>& starts;  // initial elements of arrays that do not hold them
};

/// The state that tiles exchange if all of them run as many iterations as the tile that needs most.
struct TileIterations {
  Register rounds = kNone;  // variable: completed iterations
  Register least = kNone;   // iterations before the tile may end; kNone: it may end at once
  Register odd = kNone;     // variable: the tile ended because of a NaN, and the total number of iterations is unknown
  Register most = kNone;    // with `odd`: iterations before the tile stops to see whether another one has met a NaN
};

/// Returns statements that load the elements of the carried arrays into stack arrays, run the iterations on these, and
/// store the arrays that are needed. All definitions of the loop are renamed. `variables` maps the variables that the
/// loop carries to those of the tile.
Block tile_iterations(Program& program, const Statement& loop, const MaskedLoop& of, const TilePlace& place,
                      const std::map<Register, Register>& variables, const TileIterations& rounds);

}  // namespace ag::codegen
