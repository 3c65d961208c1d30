#pragma once
/// Which functions look at variables outside of them, or write output: run as they are written, they would do it once,
/// while the graph is made.
#include <set>
#include <vector>

#include "model/function.h"

namespace agc::analysis {

/// Their identities: those that name such variables or write to std::cout, those that have a lambda that does, and,
/// since a method does it in the twin of its class, those that have to call that one.
std::set<const void*> functions_that_look_outside(const std::vector<model::Function>& functions);

}  // namespace agc::analysis
