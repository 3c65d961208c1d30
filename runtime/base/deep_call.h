#pragma once
/// Calls that graphs make of graphs, however deep: where the stack of the thread comes to its end, they go on on
/// another one.
#include <cstddef>

#include "ag/error.h"
#include "ag/function_ref.h"

namespace ag::detail {

/// Runs `call`. Throws where calls are nested so deep that a plain program would have ended long before.
void call_deeply(FunctionRef<void()> call, const char* function, const SourceLocation& location);

/// Beyond this address little is left of the stack that this thread runs on.
std::byte* stack_limit();
/// Whether little is left of the stack that this thread runs on.
bool is_stack_short();

}  // namespace ag::detail
