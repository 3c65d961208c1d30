#pragma once
/// What one round of a loop computes of the next round's variables, and the next round again.
#include <llvm/Passes/PassBuilder.h>

namespace ag::codegen {

/// Has `passes` compute it once, at their end. No bit of a result depends on it.
void add_carried_pass(llvm::PassBuilder& passes);

}  // namespace ag::codegen
