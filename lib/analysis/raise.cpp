#include "analysis/raise.h"

#include <algorithm>

namespace agc::analysis {

using model::Level;

bool raise(model::Variable& variable, Level level, model::Offset cause) {
  if (!variable.has_numbers || variable.promotion.level >= level) return false;
  variable.promotion.level = level;
  variable.promotion.cause = cause;
  if (variable.growth.adapts) raise_growth(variable, std::max(level, Level::Maybe), cause);
  return true;
}

bool raise_growth(model::Variable& variable, model::Level level, model::Offset cause) {
  if (!variable.growth.possible || variable.growth.level >= level) return false;
  variable.growth.level = level;
  variable.growth.cause = cause;
  raise(variable, level, cause);
  return true;
}

}  // namespace agc::analysis
