#pragma once
/// Memory of large arrays.
#include "program/program.h"

namespace ag::codegen {

/// True if an array is large enough to be freed before the program ends, which takes a runtime call.
bool is_large(const ir::TensorType& type);

/// Frees large arrays after their last use at the top level of the program. Loops reuse the memory of the previous
/// iteration. Inputs belong to the caller.
void add_releases(Program& program);

}  // namespace ag::codegen
