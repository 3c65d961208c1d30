#pragma once
/// Records one while_loop node.
#include "staging/control/leaves.h"

namespace ag::detail {

/// The outcome of recording a loop. Unless the loop is recorded, the state is unchanged.
enum class Loop {
  Recorded,
  OnHost,      // every exit is known after the body: no part of it needs staging
  TestWrites,  // the test writes variables of the state or has effects, which the test of a while_loop must not do
};

/// Records `while (no exit was taken && test()) body()`. The body is traced first, and again as long as a type of the
/// carried variables is generalized; the test is traced once. A loop may stay on the host only if `optional` is set.
Loop record_while(const StateBase& state, FunctionRef<Predicate()> test, FunctionRef<void()> body, bool optional);

}  // namespace ag::detail
