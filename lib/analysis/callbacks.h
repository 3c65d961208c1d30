#pragma once
/// Callbacks: lambdas and function objects passed to functions that call them under a tensor's control. The variables
/// that a callback changes belong to its creator, not to the function with the branch or loop, which therefore carries
/// them only if the call lends them.
#include <vector>

#include "model/lowered.h"

namespace agc::analysis {

/// Makes the calls that pass such callbacks lend the changed variables (`Callback::lends`), whose numbers become
/// symbolic. `lowered` holds the lowered form of these functions. Returns true if anything changed.
bool lend_to_functions(const std::vector<model::Function*>& functions,
                       const std::vector<model::LoweredFunction>& lowered);

/// Returns diagnostics for changes of variables that no call can lend, in order of the calls that pass the callbacks.
std::vector<Diagnostic> find_changing_functions(const model::SourceFile& source,
                                                const std::vector<model::LoweredFunction>& lowered);

}  // namespace agc::analysis
