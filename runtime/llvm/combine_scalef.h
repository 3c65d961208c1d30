#pragma once
/// Combines multiplications by powers of two into vscalef instructions.
///
/// Programs that profit: loops over exponentials on processors with AVX-512: softmax, logistic functions, option
/// pricing.
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Target/TargetMachine.h>

namespace ag::codegen {

/// Adds the pass at the end of `passes`, if the machine has the instruction. It changes no bit of a result.
void add_combine_scalef_pass(llvm::PassBuilder& passes, const llvm::TargetMachine& machine);

}  // namespace ag::codegen
