#pragma once
/// Which host numbers may be symbolic, and with that what is staged.
///
/// Levels spread by data (a variable is at least what is assigned to it) until nothing changes; by control they come
/// from the state packs: a number that a staged statement carries is raised, and the function is lowered again.
#include <functional>

#include "model/function.h"

namespace agc::analysis {

/// Says whether a call goes to a function that is converted, and so may get and give symbolic numbers.
using IsConverted = std::function<bool(const model::Expr& call)>;

/// Sets the level of every expression and variable, and marks what is staged.
void find_levels(model::Function& function, const IsConverted& is_converted);

/// Raises a variable; false where it is that high already.
bool raise(model::Variable& variable, model::Level level, model::Offset cause);

}  // namespace agc::analysis
