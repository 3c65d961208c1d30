#pragma once
/// Arrays of int64 that nobody outside of the program sees, whose elements are all numbers of 32 bits: they are arrays
/// of int32 then, half as much memory to read and write, and twice as many elements to a vector.

#include "program/program.h"

namespace ag::codegen {

void narrow_index_arrays(Program& program);

}  // namespace ag::codegen
