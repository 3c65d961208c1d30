#pragma once
/// Side effects of code on variables: the variables written, and changes of the length of containers.
#include "model/lowered.h"

namespace agc::analysis {

/// Returns the variables, generated ones included, that the code writes and that are declared outside of the code.
model::VariableSet written(const model::Expr& expression);
model::VariableSet written(const model::Region& region);

/// Returns the first expression in the code that writes `variable`, or null if none does.
const model::Expr* first_write(const model::Expr& expression, model::VariableId variable);
const model::Expr* first_write(const model::Node& node, model::VariableId variable);

/// Changes of the length of a vector that is `variable` or a part of it.
struct Resizing {
  const model::Expr* grows = nullptr;    // the first expression that adds elements
  const model::Expr* resizes = nullptr;  // the first expression that can reduce the length again
  bool any() const { return grows || resizes; }
};
Resizing resizing(const model::Expr& expression, model::VariableId variable);
Resizing resizing(const model::Node& node, model::VariableId variable);

}  // namespace agc::analysis
