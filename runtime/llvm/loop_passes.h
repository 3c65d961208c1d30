#pragma once
/// Passes on loops, in front of LLVM's vectorizer: they give it loops that it knows how to handle.
#include <llvm/IR/PassManager.h>
#include <llvm/Passes/PassBuilder.h>

namespace ag::codegen {

/// Has `passes` run them at their place. No bit of a result depends on them.
void add_loop_passes(llvm::PassBuilder& passes);

}  // namespace ag::codegen
