#pragma once
/// The state of one staged operator: the arguments of `AG_STATE(…)` and `.until(…)`.
#include <string>
#include <utility>
#include <vector>

#include "model/variable.h"

namespace agc::model {

struct Pack {
  std::vector<VariableId> variables;                        // in order of declaration, generated variables last
  std::vector<std::pair<VariableId, std::string>> renamed;  // variables whose name is hidden at this position
  std::vector<VariableId> exits;                            // flags and results that end a loop

  bool empty() const { return variables.empty() && exits.empty(); }
};

}  // namespace agc::model
