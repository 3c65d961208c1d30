#pragma once
/// Subscripts of containers: which of them the graph computes, and how symbolic the elements are.
#include "analysis/promotion.h"
#include "model/function.h"

namespace agc::analysis {

/// The level of the element `expression`, a subscript whose operands have their levels. The numbers of an element are
/// as symbolic as those of the container; a symbolic subscript makes the container one of symbolic numbers, if it can
/// be one. Sets `changed` where that raises a variable.
model::Level subscript_level(model::Expr& expression, model::Function& function, const FindCallee& find_callee,
                             bool& changed);

}  // namespace agc::analysis
