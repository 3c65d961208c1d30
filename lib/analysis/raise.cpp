#include "analysis/raise.h"

#include <algorithm>

namespace agc::analysis {

using model::BindingTime;

bool raise(model::Variable& variable, BindingTime binding_time, model::Offset cause) {
  if (!variable.has_numbers || variable.promotion.binding_time >= binding_time) return false;
  variable.promotion.binding_time = binding_time;
  variable.promotion.cause = cause;
  if (variable.growth.adapts) raise_growth(variable, std::max(binding_time, BindingTime::MaybeStaged), cause);
  return true;
}

bool raise_growth(model::Variable& variable, model::BindingTime binding_time, model::Offset cause) {
  if (!variable.growth.possible || variable.growth.binding_time >= binding_time) return false;
  variable.growth.binding_time = binding_time;
  variable.growth.cause = cause;
  raise(variable, binding_time, cause);
  return true;
}

}  // namespace agc::analysis
