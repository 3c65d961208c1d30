#pragma once
/// Binding-time analysis: finds host numbers that may be symbolic, and the statements that are staged as a result.
/// Binding times spread along data flow (a variable has at least the binding time of the values assigned to it) until a
/// fixpoint. Along control flow they come from the state packs: a number that a staged statement carries is promoted,
/// and the function is lowered again.
#include <functional>

#include "model/function.h"

namespace agc::analysis {

/// The target of a call.
struct Callee {
  bool converted = false;                   // can take and return symbolic numbers
  const model::Function* lambda = nullptr;  // a lambda of the file, whose numbers have their own binding times
  bool gives_list = false;                  // returns a list instead of a vector, if converted
};
using FindCallee = std::function<Callee(const model::Expr& call)>;

/// Sets the binding time of every expression and variable, and marks staged expressions and statements.
void find_binding_times(model::Function& function, const FindCallee& find_callee);

/// Finds the vectors that may become vectors of symbolic numbers, because the elements of their braced list may be
/// symbolic (`Expr::held_from`). A vector may not if unconverted code takes a reference to it, such as an algorithm of
/// the standard library, or keeps its elements: then the elements have to be known.
void find_held_lists(std::vector<model::Function>& functions);

/// Makes the binding times of lambdas agree with those of their callers and of the functions around them. `functions`
/// are the converted functions. Returns true if one was promoted.
bool share_binding_times(const std::vector<model::Function*>& functions);

}  // namespace agc::analysis
