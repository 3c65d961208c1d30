#pragma once
/// Which host numbers may be symbolic, and with that what is staged.
///
/// Levels spread by data (a variable is at least what is assigned to it) until nothing changes; by control they come
/// from the state packs: a number that a staged statement carries is raised, and the function is lowered again.
#include <functional>

#include "model/function.h"

namespace agc::analysis {

/// What a call goes to.
struct Callee {
  bool converted = false;                   // it may get and give symbolic numbers
  const model::Function* lambda = nullptr;  // a lambda of the file, whose numbers have levels of their own
  bool gives_list = false;                  // where it is converted, in place of a vector
};
using FindCallee = std::function<Callee(const model::Expr& call)>;

/// Sets the level of every expression and variable, and marks what is staged.
void find_levels(model::Function& function, const FindCallee& find_callee);

/// Finds the vectors that may become ones of symbolic numbers where the elements of the list that they are made of may
/// be (`Expr::held_from`). They may not where something takes a reference to them that nobody follows, as an algorithm
/// of the standard library, or keeps what they hold: then the elements have to be known.
void find_held_lists(std::vector<model::Function>& functions);

/// Makes the levels of lambdas agree with those of their callers and of the functions around them. True: one was
/// raised. `functions` are those that are converted.
bool share_levels(const std::vector<model::Function*>& functions);

}  // namespace agc::analysis
