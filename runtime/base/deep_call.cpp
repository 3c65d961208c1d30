#include "base/deep_call.h"

#include <pthread.h>
#include <sys/mman.h>
#include <ucontext.h>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <string>

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define AG_SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define AG_SANITIZED 1
#endif
#endif
#ifndef AG_SANITIZED
#define AG_SANITIZED 0  // sanitizers must be informed of stack switches, so with them only the thread's stack is used
#endif

namespace ag::detail {

namespace {

constexpr size_t kReserve = 256 << 10;               // the stack that a call and its kernels may need
constexpr size_t kSegment = 64 << 20;                // reserved; untouched pages take no memory
constexpr int kMaxSegments = AG_SANITIZED ? 0 : 16;  // 1 GiB; a thread of a plain program has 8 MiB

/// The lowest address of the current stack of this thread; 0 before the first use.
thread_local uintptr_t stack_end = 0;
thread_local int segments = 0;

uintptr_t end_of_thread_stack() {
  pthread_attr_t attributes;
  void* lowest = nullptr;
  size_t size = 0;
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return 1;
  pthread_attr_getstack(&attributes, &lowest, &size);
  pthread_attr_destroy(&attributes);
  return reinterpret_cast<uintptr_t>(lowest);
}

/// A call on another stack.
struct Segment {
  FunctionRef<void()> call;
  std::exception_ptr error;  // exceptions cannot unwind across stacks
  ucontext_t caller, callee;
};

void enter(unsigned high, unsigned low) {
  auto* segment = reinterpret_cast<Segment*>(static_cast<uintptr_t>(high) << 32 | low);
  try {
    segment->call();
  } catch (...) {
    segment->error = std::current_exception();
  }
}

void call_on_segment(FunctionRef<void()> call, const char* function, const SourceLocation& location) {
  void* memory = segments < kMaxSegments ? mmap(nullptr, kSegment, PROT_READ | PROT_WRITE,
                                                MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0)
                                         : MAP_FAILED;
  if (memory == MAP_FAILED) {
    throw Error(ErrorKind::out_of_range,
                "'" + std::string(function) +
                    "' calls itself too deep: the calls before this one fill the memory that "
                    "there is for them",
                location,
                {"does every path come to its end? A call of itself that is the last thing a function does "
                 "needs no memory"});
  }
  mprotect(memory, 4096, PROT_NONE);
  Segment segment{call, nullptr, {}, {}};
  getcontext(&segment.callee);
  segment.callee.uc_stack.ss_sp = memory;
  segment.callee.uc_stack.ss_size = kSegment;
  segment.callee.uc_link = &segment.caller;
  const auto address = reinterpret_cast<uintptr_t>(&segment);
  makecontext(&segment.callee, reinterpret_cast<void (*)()>(&enter), 2, static_cast<unsigned>(address >> 32),
              static_cast<unsigned>(address));
  const uintptr_t before = stack_end;
  stack_end = reinterpret_cast<uintptr_t>(memory);
  ++segments;
  swapcontext(&segment.caller, &segment.callee);
  --segments;
  stack_end = before;
  munmap(memory, kSegment);
  if (segment.error) std::rethrow_exception(segment.error);
}

}  // namespace

std::byte* stack_limit() {
  if (stack_end == 0) stack_end = end_of_thread_stack();
  return reinterpret_cast<std::byte*>(stack_end + kReserve);
}

bool is_stack_short() {
  return reinterpret_cast<uintptr_t>(__builtin_frame_address(0)) <= reinterpret_cast<uintptr_t>(stack_limit());
}

void call_deeply(FunctionRef<void()> call, const char* function, const SourceLocation& location) {
  if (!is_stack_short()) [[likely]]
    return call();
  call_on_segment(call, function, location);
}

}  // namespace ag::detail
