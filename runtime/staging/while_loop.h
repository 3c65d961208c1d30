#pragma once
/// Recording one while_loop node.
#include "staging/leaves.h"

namespace ag::detail {

/// What became of a loop. Where nothing is recorded the state is as before.
enum class Loop {
  Recorded,
  OnHost,      // after the body every exit is still known: nothing in it needs staging
  TestWrites,  // the test writes variables of the state, or has effects, which no test of a while_loop does
};

/// Records `while (no exit was taken && test()) body()`. The body is traced first, again as long as the types of the
/// carried variables have to be generalised; the test is traced once. Only with `optional` a loop may stay on the host.
Loop record_while(const StateBase& state, FunctionRef<Predicate()> test, FunctionRef<void()> body, bool optional);

}  // namespace ag::detail
