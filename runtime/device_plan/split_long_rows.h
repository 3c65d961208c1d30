#pragma once
/// Splits the reductions of long rows: a loop over the blocks of the row, each reduced to one value per reduction, and
/// a reduction of these values. The blocks can then be tasks of a kernel. The order of kernel/reduce/reduce.h remains.
#include <vector>

#include "program/program.h"

namespace ag::codegen {

/// Splits the reductions of more than kernel::kBlock elements at the top level of the program, in its branches and in
/// its `While` loops, and the first one in each loop over few such rows. Returns the induction variables of the
/// reductions of blocks' values: their rows are taken in lanes as a whole, without blocks.
std::vector<Register> split_long_rows(Program& program);

}  // namespace ag::codegen
