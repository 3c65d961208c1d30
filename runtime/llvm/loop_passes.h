#pragma once
/// Loop passes that run before LLVM's vectorizer and bring loops into forms that it supports.
///
/// Programs that profit: loops with checked or 32-bit subscripts, and with conditional sums: neighbours in a series,
/// lookup tables, totals of selected elements.
#include <llvm/IR/PassManager.h>
#include <llvm/Passes/PassBuilder.h>

#include "base/machine.h"

namespace ag::codegen {

/// Adds the passes to `passes`. They change no bit of a result.
void add_loop_passes(llvm::PassBuilder& passes, const detail::Machine& machine);

}  // namespace ag::codegen
