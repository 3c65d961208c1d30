#pragma once
/// Classification of addresses: static storage, or the stack of a running function.

namespace ag::detail {

/// True if the address is in the program image or one of its libraries.
bool is_static_storage(const void* address);

/// True if the address belongs to a function that was called after `end` was the top of this thread's stack.
bool is_on_stack(const void* address, const void* end);

}  // namespace ag::detail
