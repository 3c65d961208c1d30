#pragma once
/// The state of one staged operator: what `AG_STATE(…)` and `.until(…)` list.
#include <string>
#include <utility>
#include <vector>

#include "model/variable.h"

namespace agc::model {

struct Pack {
  std::vector<VariableId> variables;                        // in order of declaration, generated ones last
  std::vector<std::pair<VariableId, std::string>> renamed;  // those whose name is hidden where this stands
  std::vector<VariableId> exits;                            // flags and results that end a loop

  bool empty() const { return variables.empty() && exits.empty(); }
};

}  // namespace agc::model
