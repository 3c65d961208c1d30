#pragma once
/// Propagation of lists: a vector that is assigned to, passed to or returned as a list becomes one, too.
#include "analysis/promotion.h"

namespace agc::analysis {

/// A variable that is given a list becomes one, if it can. True if it was raised.
bool share_growth(model::Function& function, const model::Expr& target, const FindCallee& find_callee);

/// The lists that one algorithm runs over become lists together, and those of structures where their numbers are
/// symbolic.
bool share_growth_of_ranges(model::Function& function, const model::Expr& call);

/// A place in a list, or the call of a method that changes its number of elements: the numbers there may be symbolic.
/// With one that is, the container becomes a list.
bool take_numbers(model::Function& function, model::Expr& place);

/// A variable that is passed where a function takes a list cannot become one if the parameter cannot: says so of the
/// variable. A parameter cannot where something else than such a variable is passed by a reference to it.
void refuse_list_arguments(std::vector<model::Function>& functions);

/// Lists that are passed make lists of parameters, and those that are changed through them of variables.
bool share_list_arguments(model::Function& caller, const model::Expr& call, model::Function& callee,
                          const std::vector<model::Function*>& functions);

/// Makes the container of a lookup by a symbolic key a list. True if it was none.
bool share_key(model::Function& function, const model::Expr& call);

/// When the number of elements is known that the expression asks for.
model::Level level_of_length(const model::Function& function, const model::Expr& length, const FindCallee& find_callee);

/// The variables of one declaration share its type.
bool declare_lists_together(model::Function& function, const std::vector<model::Expr>& list);

}  // namespace agc::analysis
