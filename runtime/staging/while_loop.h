#pragma once
/// Recording one while_loop node.
#include "staging/leaves.h"

namespace ag::detail {

/// Records `while (no exit was taken && test()) body()`. The body is traced first, again as long as the types of the
/// carried variables have to be generalised; the test is traced once.
///
/// With `optional` nothing is recorded if after the body every exit is still known: then nothing in it needs staging,
/// false is returned, and the state is as before.
bool record_while(const StateBase& state, FunctionRef<Predicate()> test, FunctionRef<void()> body, bool optional);

}  // namespace ag::detail
