#pragma once
/// What a piece of code does to variables.
#include "model/lowered.h"

namespace agc::analysis {

/// Variables, generated ones included, that are written in the code and declared outside of it.
model::VariableSet written(const model::Expr& expression);
model::VariableSet written(const model::Region& region);

/// The first place in the code where `variable` is written; the place of the code where it is not.
const model::Expr* first_write(const model::Expr& expression, model::VariableId variable);
const model::Expr* first_write(const model::Node& node, model::VariableId variable);

/// What the code does to the number of elements of a vector that is `variable` or a part of it.
struct Resizing {
  const model::Expr* grows = nullptr;    // the first place that adds elements
  const model::Expr* resizes = nullptr;  // the first one that may bring the number back to what it was
  bool any() const { return grows || resizes; }
};
Resizing resizing(const model::Expr& expression, model::VariableId variable);
Resizing resizing(const model::Node& node, model::VariableId variable);

}  // namespace agc::analysis
