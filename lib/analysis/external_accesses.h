#pragma once
/// Functions that access external variables or write output. Unconverted, they would do so only once, during tracing.
#include <set>
#include <vector>

#include "model/function.h"

namespace agc::analysis {

/// Returns the identities of functions that name external variables or write to std::cout, and of functions with a
/// lambda that does. Callers of such methods are included: only the method of the staged class performs the access.
std::set<model::FunctionId> functions_that_look_outside(const std::vector<model::Function>& functions);

}  // namespace agc::analysis
