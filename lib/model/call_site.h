#pragma once
/// The calls in a function and the known facts about their callees, for explanations and warnings about effects. They
/// do not influence conversion.
#include <string>

#include "model/function_id.h"
#include "model/source.h"

namespace agc::model {

struct CallSite {
  enum class Callee {
    Runtime,     // a function of ag
    System,      // declared in a system header
    Visible,     // defined in a file of the user
    LeftAlone,   // marked AG_DO_NOT_CONVERT
    Undefined,   // declared only
    Unresolved,  // a function pointer, std::function, …
  };

  /// The side effect of the call.
  enum class Effect {
    None,
    Output,   // writes to a stream
    Input,    // reads from a stream
    Random,   // advances a generator
    Clock,    // reads the time
    Unknown,  // the callee is unknown
  };

  Callee callee = Callee::System;
  Effect effect = Effect::None;
  std::string name;    // qualified name
  std::string object;  // Output, Input, Random: the stream or the generator, as written
  Range range;
  Offset place = 0;
  FunctionId identity;           // Visible: the callee's Function::identity
  Location definition;           // Visible, LeftAlone, Undefined: definition or declaration of the callee
  bool handles_tensors = false;  // a tensor is an argument or a result
};

}  // namespace agc::model
