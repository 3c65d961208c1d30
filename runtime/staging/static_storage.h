#pragma once
/// What an address belongs to: to a variable that lives as long as the program, or to a function that is running.

namespace ag::detail {

/// Whether it lies in the program or in one of its libraries.
bool is_static_storage(const void* address);

/// Whether it belongs to a function that was called after `end` was on top of this thread's stack.
bool is_on_stack(const void* address, const void* end);

}  // namespace ag::detail
