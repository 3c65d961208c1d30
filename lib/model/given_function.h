#pragma once
/// Functions as arguments of the user's functions: what a lambda or a function object changes when it is called there.
#include <string>
#include <vector>

#include "model/source.h"
#include "model/variable.h"

namespace agc::model {

/// An argument that is a function, or may hold one.
struct GivenFunction {
  static constexpr size_t kObject = size_t(-1);  // instead of a parameter: the object of a method
  static constexpr size_t kGraph = size_t(-2);   // ag::while_loop and its like get it

  Offset taker = 0;            // where the body of the function that gets it begins
  const void* slot = nullptr;  // it is virtual: `Function::slot`
  size_t parameter = 0;
  std::string taker_name;
  Offset place = 0;
  std::string name;                   // as it is written
  VariableId variable = kNoVariable;  // that the argument names
  bool own_object = false;            // ... or the object of this method
  const void* lambda = nullptr;       // ... which is this one, or the lambda itself
  std::vector<VariableId> changes;    // of this function, when it is called
  std::vector<VariableId> grows;      // ... and lists, whose lengths change then
  bool changes_itself = false;        // a part of it, that nobody else sees
  Range call;                         // where it is given; empty: in no call that can be wrapped
  bool call_gives_reference = false;
  bool lends = false;  // the call calls it where a tensor decides: ag::lending
};

}  // namespace agc::model
