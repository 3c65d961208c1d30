#pragma once
/// Lambdas and function objects that are given to functions which call them where a tensor decides. What such a call
/// changes is no variable of the function that it stands in: its branches and loops carry it only where it is lent.
#include <vector>

#include "model/lowered.h"

namespace agc::analysis {

/// Calls that give such functions lend the variables (`GivenFunction::lends`), whose numbers become symbolic.
/// `lowered`: these functions as they are so far. True: something changed.
bool lend_to_functions(const std::vector<model::Function*>& functions,
                       const std::vector<model::LoweredFunction>& lowered);

/// What no call can lend, in order of the calls that give it.
std::vector<Diagnostic> find_changing_functions(const model::SourceFile& source,
                                                const std::vector<model::LoweredFunction>& lowered);

}  // namespace agc::analysis
