#pragma once
/// Multiplications with powers of two, where the processor has an instruction for them.
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Target/TargetMachine.h>

namespace ag::codegen {

/// Has `passes` use it, at their end. No bit of a result depends on it.
void add_power_pass(llvm::PassBuilder& passes, const llvm::TargetMachine& machine);

}  // namespace ag::codegen
