#pragma once
/// Lambdas and function objects that are given to functions which call them where a tensor decides. What such a call
/// changes is no variable of the function that it stands in: its branches and loops cannot carry it.
#include <vector>

#include "model/lowered.h"

namespace agc::analysis {

/// In order of the calls that give them.
std::vector<Diagnostic> find_changing_functions(const model::SourceFile& source,
                                                const std::vector<model::LoweredFunction>& lowered);

}  // namespace agc::analysis
