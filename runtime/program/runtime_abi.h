#pragma once
/// The binary interface between a running program and the runtime: the arrays' data, and the functions that statements
/// call. It is plain C, because native code calls it; exceptions do not cross it.
#include <cstddef>
#include <cstdint>

namespace ag::codegen {

/// A loop polls for cancellation in one of its first iterations, because their duration is unknown.
inline constexpr int64_t kIterationsUntilPoll = 4;

/// The state of a running program. The runtime updates `data` whenever an array receives another value.
struct Context {
  std::byte** data = nullptr;        // by array: the address of its first element, or null if the array has no value
  int64_t until_poll = 0;            // iterations before the next poll for cancellation
  std::byte* stack_limit = nullptr;  // functions called below this address continue on another stack
  // True if the context is a Frame. Without a Frame, runtime calls that need one fail, and the caller runs the program
  // again with a Frame; the failed run has changed only the results.
  bool has_frame = false;
};

/// Runs the iterations begin … end - 1 of a loop. `shared` holds the values from the enclosing function. Returns 0.
using RangeFunction = int (*)(Context*, int64_t begin, int64_t end, void* shared);

/// Calls a function whose arguments and results are in a record. Returns 0, or 1 if it failed.
using CallFunction = int (*)(Context*, void* record);

/// The functions that the runtime provides. Unless stated otherwise, each returns 0, or 1 if it failed; the program
/// then returns 1, and the runtime holds the error.
struct RuntimeCalls {
  int (*kernel)(Context*, int32_t site);
  // Raises the error of a check; always returns 1. `numbers`: the bits of the operands of the site's kernel that are
  // not arrays.
  int (*fail)(Context*, int32_t site, const uint64_t* numbers);
  int (*apply)(Context*, int32_t site, std::byte* result, const std::byte* const* operands);
  int (*allocate)(Context*, int32_t array);
  int (*make_contiguous)(Context*, int32_t array);
  int (*make_unique)(Context*, int32_t array);
  int (*box)(Context*, int32_t array, uint64_t bits);
  int (*assign)(Context*, int32_t array, int32_t source);
  int (*swap)(Context*, int32_t array, int32_t source);
  int (*release)(Context*, int32_t array);
  // Returns the length of the first axis of an array. A program that stands alone does not call it.
  int64_t (*length)(Context*, int32_t array);
  // Notes that the program ends with 1 in this loop after `iterations` complete iterations. An inner loop calls it
  // before the outer loop.
  int (*unwind)(Context*, int32_t loop, int64_t iterations);
  // Polls for cancellation in a loop after `iterations` complete iterations. Returns 1 to stop. Sets `until_poll`.
  int (*poll)(Context*, int32_t loop, int64_t iterations);
  // Begin and end of a timed span; always return 0.
  int (*enter)(Context*, int32_t span);
  int (*leave)(Context*, int32_t span);
  // Runs the iterations 0 … count - 1 in ranges whose length is a multiple of `chunk`, on all available threads.
  // `nanoseconds` estimates the time of all iterations on a single thread.
  int (*parallel_for)(Context*, RangeFunction, void* shared, int64_t count, int64_t chunk, int64_t nanoseconds);
  // Calls a function on another stack.
  int (*grow_stack)(Context*, int32_t function, CallFunction, void* record);
  // Adds the site of a failed call to the error's call stack. Always returns 0.
  int (*note_call)(Context*, int32_t site);
};

/// The entry point of a compiled program.
using NativeFunction = int (*)(Context*);

}  // namespace ag::codegen
