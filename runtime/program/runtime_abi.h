#pragma once
/// What a running program and the runtime know of each other: the arrays' data, and the functions that statements call.
/// Plain C, because native code calls it; errors do not pass through it as exceptions.
#include <cstddef>
#include <cstdint>

namespace ag::codegen {

/// A loop that is entered asks in one of its first rounds; how long they take is not known yet.
inline constexpr int64_t kRoundsUntilAsked = 4;

/// Given to a program that runs. The runtime keeps `data` up to date whenever an array gets another value.
struct Context {
  std::byte** data = nullptr;        // by array: its first element; null where it has no value
  int64_t until_asked = 0;           // rounds of loops that begin before one asks whether to go on
  std::byte* stack_limit = nullptr;  // functions that are called beyond it go on on another stack
  // Whether there is a Frame. Where there is none, calls fail that need one, and the program is run again with one: it
  // has changed nothing but its results.
  bool has_frame = false;
};

/// The iterations begin … end - 1 of a loop, with what it shares with the function that it stands in. Returns 0.
using RangeFunction = int (*)(Context*, int64_t begin, int64_t end, void* shared);

/// A call of a function whose arguments and results are in a record. Returns 0, or 1 where it failed.
using CallFunction = int (*)(Context*, void* record);

/// Each returns 0, or 1 where it failed: the program then ends with 1, and the runtime knows the error.
struct RuntimeCalls {
  int (*kernel)(Context*, int32_t site);
  // A check; always 1. `numbers`: the bits of what the kernel takes besides arrays.
  int (*fail)(Context*, int32_t site, const uint64_t* numbers);
  int (*apply)(Context*, int32_t site, std::byte* result, const std::byte* const* operands);
  int (*allocate)(Context*, int32_t array);
  int (*dense)(Context*, int32_t array);
  int (*own)(Context*, int32_t array);
  int (*box)(Context*, int32_t array, uint64_t bits);
  int (*assign)(Context*, int32_t array, int32_t source);
  int (*exchange)(Context*, int32_t array, int32_t source);
  int (*release)(Context*, int32_t array);
  // The length of the first axis of an array; a program that stands alone does not ask.
  int64_t (*length)(Context*, int32_t array);
  // A program ends with 1 in this loop, of which so many rounds are complete; the inner one of two says so first.
  int (*unwind)(Context*, int32_t loop, int64_t rounds);
  // Whether to go on with a loop, of which so many rounds are complete: 1 where not. Says when to ask again.
  int (*ask)(Context*, int32_t loop, int64_t rounds);
  // What is timed begins and ends; always 0.
  int (*enter)(Context*, int32_t span);
  int (*leave)(Context*, int32_t span);
  // Runs 0 … count - 1 in ranges whose length is a multiple of `chunk`, on as many threads as there may be. One thread
  // takes some `nanoseconds` for all of it.
  int (*share)(Context*, RangeFunction, void* shared, int64_t count, int64_t chunk, int64_t nanoseconds);
  // Calls a function on another stack.
  int (*deepen)(Context*, int32_t function, CallFunction, void* record);
  // A call has failed: a note for the error, which comes to those who called the caller next. Always 0.
  int (*left)(Context*, int32_t site);
};

/// A compiled program.
using NativeFunction = int (*)(Context*);

}  // namespace ag::codegen
