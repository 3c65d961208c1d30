#pragma once
/// The calls in a function, with what is known of their callees: for explanations and for warnings about effects. They
/// change nothing in what is converted.
#include <string>

#include "model/source.h"

namespace agc::model {

struct CallSite {
  enum class Callee {
    Runtime,     // of ag
    System,      // from a system header
    Visible,     // its definition stands in a file of the user
    LeftAlone,   // marked AG_DO_NOT_CONVERT
    Undefined,   // declared only
    Unresolved,  // a pointer to a function, std::function, …
  };

  /// What the call does besides giving a result.
  enum class Effect {
    None,
    Output,   // writes to a stream
    Input,    // reads from one
    Random,   // a generator moves on
    Clock,    // gives the time
    Unknown,  // nothing is known of the callee
  };

  Callee callee = Callee::System;
  Effect effect = Effect::None;
  std::string name;    // qualified
  std::string object;  // Output, Input, Random: the stream or the generator, as it is written
  Range range;
  Offset place = 0;
  const void* identity = nullptr;  // Visible: what Function::identity names
  Location definition;             // Visible, LeftAlone, Undefined: where the callee is defined or declared
  bool handles_tensors = false;    // a tensor goes in or out
};

}  // namespace agc::model
