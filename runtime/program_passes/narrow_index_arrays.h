#pragma once
/// Narrows int64 arrays that are private to the program to int32, if all their elements provably fit. This halves their
/// memory traffic and doubles the elements per vector.
///
/// Programs that profit: programs that keep labels or positions in arrays of their own: clustering, decoding with back
/// pointers, permutations.

#include "program/program.h"

namespace ag::codegen {

void narrow_index_arrays(Program& program);

}  // namespace ag::codegen
