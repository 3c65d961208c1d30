#pragma once
/// Propagation of lists: a vector that is assigned a list, passed as one or returned as one becomes a list.
#include "analysis/promotion.h"

namespace agc::analysis {

/// Promotes a variable that is assigned a list to a list, if possible. Returns true if the variable was promoted.
bool share_growth(model::Function& function, const model::Expr& target, const FindCallee& find_callee);

/// Promotes all containers of one algorithm call to lists if one of them is a list. If the algorithm needs lists,
/// symbolic operands and containers of structures with symbolic numbers also promote them.
bool share_growth_of_ranges(model::Function& function, const model::Expr& call);

/// Handles a position in a list, or a call of a method that changes the number of elements: the numbers in it may be
/// symbolic. A symbolic number promotes the container to a list.
bool take_numbers(model::Function& function, model::Expr& place);

/// Adds refusals along calls. A variable passed for a parameter that cannot become a list cannot become one. A
/// parameter taken by reference cannot become a list if a caller passes anything but such a variable.
void refuse_list_arguments(std::vector<model::Function>& functions);

/// Promotes parameters that receive lists, and variables that are passed by reference to a parameter that is a list.
bool share_list_arguments(model::Function& caller, const model::Expr& call, model::Function& callee,
                          const std::vector<model::Function*>& functions);

/// Promotes the container of a lookup by a symbolic key to a list. Returns true if it was none before.
bool share_key(model::Function& function, const model::Expr& call);

/// Returns the binding time of the number of elements that the expression asks for.
model::BindingTime binding_time_of_length(const model::Function& function, const model::Expr& length,
                                          const FindCallee& find_callee);

/// Promotes the variables of one declaration to lists together, because they share its type.
bool declare_lists_together(model::Function& function, const std::vector<model::Expr>& list);

}  // namespace agc::analysis
