#pragma once
/// Promotion of the binding times of single variables.
#include "model/function.h"

namespace agc::analysis {

/// Promotes a variable. Returns false if it already has that binding time or a higher one.
bool promote(model::Variable& variable, model::BindingTime binding_time, model::Offset cause);

/// Promotes a vector to a list, whose elements are then as symbolic as its length. Returns false if it is one already.
bool promote_growth(model::Variable& variable, model::BindingTime binding_time, model::Offset cause);

/// Marks a value whose consumer holds symbolic numbers.
void need_staged(model::Expr& value);

}  // namespace agc::analysis
