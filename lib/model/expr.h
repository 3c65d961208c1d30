#pragma once
/// Expressions, as far as they are rewritten or analysed; everything else is `Opaque`: text that is kept, with the
/// interesting parts inside it as operands.
#include <string>
#include <vector>

#include "model/pack.h"
#include "model/source.h"
#include "model/variable.h"

namespace agc::model {

/// What a reference does to its variable.
enum class Access {
  Read,
  Write,    // gives the whole variable a new value
  Update,   // may change it, and may need the old value: compound assignment, element assignment, non-const reference
            // argument
  Declare,  // the variable begins here
};

/// Where the value of a condition goes.
enum class Sink {
  Condition,  // if, while, ?:, an operand of && || !
  Tensor,     // a tensor is made from it
  Host,       // ordinary C++ needs the value itself
  Discarded,
};

struct Expr {
  enum class Kind {
    Opaque,
    Reference,    // of a local variable or a parameter
    Logical,      // a && b, a || b
    Negation,     // !a of a host type; on tensors it is an ordinary operator
    Conditional,  // a ? b : c
    // What converted code may not contain. `analysis/unsupported` says so.
    HostValue,      // a tensor turned into a number: bool(t), t.item<int>()
    AddressOf,      // of a local variable
    IndirectWrite,  // through a pointer, an iterator or a reference that cannot be followed
    LiveCapture,    // of a global, a static or a captured variable that may change
    BitField,
    StagedCallee,  // a call of a function with such control flow that cannot be converted
    Coroutine,
    Throw,
    Unfollowed,  // an expression that cannot be analysed
  };

  Kind kind = Kind::Opaque;
  Range range;        // without parentheses around it
  Range outer_range;  // with them
  Offset place = 0;   // where messages point
  TypeClass type = TypeClass::Other;
  std::vector<Expr> operands;  // in order of evaluation

  // Reference
  VariableId variable = kNoVariable;
  Access access = Access::Read;

  // Logical, Negation, Conditional
  bool conjunction = false;  // &&
  Sink sink = Sink::Host;
  bool as_target = false;  // the conditional is assigned to
  Range operator_token;    // && || ?
  Range colon;
  bool in_macro = false;  // a token that would be replaced is not in the user's text
  std::string cast_to;    // a branch of ?: that is converted to the type of the other one

  // The refused kinds: what the message names.
  std::string name;
  std::string detail;

  // Decided by analysis and conversion.
  bool staged = false;
  bool rewritten = false;
  VariableSet live_before;
  VariableSet live_after;
  Pack pack;
};

}  // namespace agc::model
