#pragma once
/// Predictive commoning: carries a value that iteration i computes and iteration i + 1 would recompute.
///
/// Programs that profit: recurrences whose test computes a value that the next iteration needs: squares in escape-time
/// fractals, the residual of Newton's method, norms in normalised iterations.
#include <llvm/Passes/PassBuilder.h>

#include "base/machine.h"

namespace ag::codegen {

/// Adds the pass at the end of `passes`. It changes no bit of a result.
void add_predictive_commoning_pass(llvm::PassBuilder& passes, const detail::Machine& machine);

}  // namespace ag::codegen
