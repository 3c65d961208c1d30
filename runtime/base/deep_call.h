#pragma once
/// Deep recursion of graphs: when the stack of the thread is nearly exhausted, a call continues on a new stack.
#include <cstddef>

#include "ag/detail/function_ref.h"
#include "ag/error.h"

namespace ag::detail {

/// Runs `call`. Throws if calls are nested much deeper than the stack of a plain program permits.
void call_deeply(FunctionRef<void()> call, const char* function, const SourceLocation& location);

/// Returns the address below which the current stack of this thread is nearly exhausted.
std::byte* stack_limit();
/// True if the current stack of this thread is nearly exhausted.
bool is_stack_short();

}  // namespace ag::detail
