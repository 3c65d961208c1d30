#pragma once
/// Loads that give the same in all iterations of a loop.
#include "program/program.h"

namespace ag::codegen {

/// Moves each load out of the loops and folds that do not change where it reads, nor what stands there: LLVM does not
/// know that a store to another array leaves it as it is, so it would load once more for each store.
void hoist_loads(Program& program);

}  // namespace ag::codegen
