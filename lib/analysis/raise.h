#pragma once
/// Raising the binding times of single variables.
#include "model/function.h"

namespace agc::analysis {

/// Raises a variable to a level. Returns false if it has that level.
bool raise(model::Variable& variable, model::Level level, model::Offset cause);

/// Makes a vector a list, whose elements get the level of its length. Returns false if it is a list of that level.
bool raise_growth(model::Variable& variable, model::Level level, model::Offset cause);

}  // namespace agc::analysis
