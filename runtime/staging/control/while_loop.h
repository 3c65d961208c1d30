#pragma once
/// Records one while_loop node.
#include <cstdint>

#include "staging/control/leaves.h"

namespace ag::detail {

/// The outcome of recording a loop. Unless the loop is recorded, the state is unchanged.
enum class Loop {
  Recorded,
  OnHost,      // the loop is not one of those to be recorded
  TestWrites,  // the test writes variables of the state or has effects, which the test of a while_loop must not do
};

/// The loops that are recorded; all others stay on the host.
enum class Recorded : uint8_t {
  All,
  WithExits,     // at least one exit is not known after the body
  KeepingTypes,  // the variables have the same known types after the loop as if the host had run it
};

/// Records `while (no exit was taken && test()) body()`. The body is traced first, and again as long as a type of the
/// carried variables is generalized; the test is traced once.
Loop record_while(const StateBase& state, FunctionRef<Predicate()> test, FunctionRef<void()> body,
                  Recorded recorded = Recorded::All);

}  // namespace ag::detail
