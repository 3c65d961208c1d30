#pragma once
/// Subscripts of containers: the graph computes some of them, and their elements have binding times.
#include "analysis/promotion.h"
#include "model/function.h"

namespace agc::analysis {

/// Returns the binding time of the element `expression`, a subscript whose operands have theirs. The numbers of an
/// element are as symbolic as those of the container. A symbolic subscript promotes the container to one of symbolic
/// numbers, if possible. Sets `changed` if that promotes a variable.
model::BindingTime subscript_level(model::Expr& expression, model::Function& function, const FindCallee& find_callee,
                                   bool& changed);

}  // namespace agc::analysis
