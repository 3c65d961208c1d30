#pragma once
/// Functions as arguments of the user's functions: the variables that a lambda or a function object changes when
/// called.
#include <string>
#include <vector>

#include "model/function_id.h"
#include "model/source.h"
#include "model/variable.h"

namespace agc::model {

/// An argument that is a function, or may hold one.
struct Callback {
  static constexpr size_t kObject = size_t(-1);  // instead of a parameter: the object of a method
  static constexpr size_t kGraph = size_t(-2);   // received by ag::while_loop and similar functions

  Offset consumer = 0;         // begin of the body of the function that receives it
  const void* slot = nullptr;  // the receiver is virtual: `Function::slot`
  size_t parameter = 0;
  std::string taker_name;
  Offset place = 0;
  std::string name;                   // as written
  VariableId variable = kNoVariable;  // the variable that the argument names
  bool own_object = false;            // ... or the object of this method
  FunctionId lambda;                  // ... which holds this lambda, or the lambda itself
  std::vector<VariableId> changes;    // variables of this function that a call changes
  std::vector<VariableId> grows;      // ... and lists whose lengths it changes
  bool changes_itself = false;        // changes a captured copy, which is not visible elsewhere
  // The call that receives it; empty if that call cannot be wrapped.
  Range call;
  bool call_gives_reference = false;
  bool lends = false;  // a tensor decides whether the call calls it: ag::lending
};

}  // namespace agc::model
