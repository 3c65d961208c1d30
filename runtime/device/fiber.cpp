#include "device/fiber.h"

#include <sys/mman.h>
#include <ucontext.h>

#if defined(__SANITIZE_ADDRESS__)
#define AG_FIBERS_ASAN 1
#elif defined(__SANITIZE_THREAD__)
#define AG_FIBERS_TSAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define AG_FIBERS_ASAN 1
#elif __has_feature(thread_sanitizer)
#define AG_FIBERS_TSAN 1
#endif
#endif

#ifdef AG_FIBERS_ASAN
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif
#ifdef AG_FIBERS_TSAN
#include <sanitizer/tsan_interface.h>
#endif

#if defined(__x86_64__) && !defined(AG_FIBERS_ASAN) && !defined(AG_FIBERS_TSAN)
#define AG_FIBERS_X86 1
#endif

namespace ag::device {

FiberStacks::~FiberStacks() {
  for (std::byte* stack : all_) munmap(stack - 4096, kBytes + 4096);
}

std::byte* FiberStacks::acquire() {
  if (!free_.empty()) {
    std::byte* stack = free_.back();
    free_.pop_back();
    return stack;
  }
  void* memory = mmap(nullptr, kBytes + 4096, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE | MAP_STACK, -1, 0);
  if (memory == MAP_FAILED) return nullptr;
  mprotect(memory, 4096, PROT_NONE);
  all_.push_back(static_cast<std::byte*>(memory) + 4096);
  return all_.back();
}

#ifdef AG_FIBERS_X86

namespace {

/// Saves the callee-saved registers on the stack, whose pointer it stores into *saved, and continues on another stack.
/// The System V ABI has these six registers; signal masks and floating-point modes stay as they are.
__attribute__((naked, noinline)) void switch_stacks(void** /*saved*/, void* /*next*/) {
  asm volatile(
      "pushq %rbp\n\t"
      "pushq %rbx\n\t"
      "pushq %r12\n\t"
      "pushq %r13\n\t"
      "pushq %r14\n\t"
      "pushq %r15\n\t"
      "movq %rsp, (%rdi)\n\t"
      "movq %rsi, %rsp\n\t"
      "popq %r15\n\t"
      "popq %r14\n\t"
      "popq %r13\n\t"
      "popq %r12\n\t"
      "popq %rbx\n\t"
      "popq %rbp\n\t"
      "ret");
}

/// The first function on the stack of a fiber: the fiber is in r12, the function that enters it in r13.
__attribute__((naked, noinline)) void start_fiber() {
  asm volatile(
      "movq %r12, %rdi\n\t"
      "callq *%r13\n\t"
      "ud2");
}

}  // namespace

struct Fiber::Context {
  void* outside = nullptr;
  void* inside = nullptr;
};

Fiber::Fiber(FiberStacks& stacks, std::byte* stack, void (*function)(void*), void* argument)
    : stacks_(stacks), stack_(stack), function_(function), argument_(argument), context_(std::make_unique<Context>()) {
  // The registers that switch_stacks pops, from r15 upwards, then the address that it returns to. At the call in
  // start_fiber the stack pointer is then a multiple of 16, as the ABI asks for.
  auto** top = reinterpret_cast<void**>(stack + FiberStacks::kBytes) - 9;
  top[0] = nullptr;
  top[1] = nullptr;
  top[2] = reinterpret_cast<void*>(&Fiber::enter);
  top[3] = this;
  top[4] = nullptr;
  top[5] = nullptr;
  top[6] = reinterpret_cast<void*>(&start_fiber);
  top[7] = nullptr;
  top[8] = nullptr;
  context_->inside = top;
}

void Fiber::resume() { switch_stacks(&context_->outside, context_->inside); }

void Fiber::suspend() { switch_stacks(&context_->inside, context_->outside); }

Fiber::~Fiber() { stacks_.release(stack_); }

#else

struct Fiber::Context {
  ucontext_t outside;
  ucontext_t inside;
#ifdef AG_FIBERS_ASAN
  void* outside_fake = nullptr;  // the fake stacks of the address sanitizer
  void* inside_fake = nullptr;
  const void* outside_stack = nullptr;
  size_t outside_bytes = 0;
#endif
#ifdef AG_FIBERS_TSAN
  void* outside_fiber = nullptr;
  void* inside_fiber = nullptr;
#endif
};

namespace {

void enter_fiber(unsigned high, unsigned low, unsigned function_high, unsigned function_low) {
  auto* fiber = reinterpret_cast<Fiber*>(static_cast<uintptr_t>(high) << 32 | low);
  reinterpret_cast<void (*)(Fiber*)>(static_cast<uintptr_t>(function_high) << 32 | function_low)(fiber);
}

}  // namespace

Fiber::Fiber(FiberStacks& stacks, std::byte* stack, void (*function)(void*), void* argument)
    : stacks_(stacks), stack_(stack), function_(function), argument_(argument), context_(std::make_unique<Context>()) {
  getcontext(&context_->inside);
  context_->inside.uc_stack.ss_sp = stack;
  context_->inside.uc_stack.ss_size = FiberStacks::kBytes;
  context_->inside.uc_link = nullptr;
  const auto self = reinterpret_cast<uintptr_t>(this);
  const auto entry = reinterpret_cast<uintptr_t>(&Fiber::enter);
  makecontext(&context_->inside, reinterpret_cast<void (*)()>(&enter_fiber), 4, static_cast<unsigned>(self >> 32),
              static_cast<unsigned>(self), static_cast<unsigned>(entry >> 32), static_cast<unsigned>(entry));
#ifdef AG_FIBERS_TSAN
  context_->inside_fiber = __tsan_create_fiber(0);
#endif
}

void Fiber::resume() {
#ifdef AG_FIBERS_ASAN
  __sanitizer_start_switch_fiber(&context_->outside_fake, stack_, FiberStacks::kBytes);
#endif
#ifdef AG_FIBERS_TSAN
  context_->outside_fiber = __tsan_get_current_fiber();
  __tsan_switch_to_fiber(context_->inside_fiber, 0);
#endif
  swapcontext(&context_->outside, &context_->inside);
#ifdef AG_FIBERS_ASAN
  __sanitizer_finish_switch_fiber(context_->outside_fake, nullptr, nullptr);
#endif
}

void Fiber::suspend() {
#ifdef AG_FIBERS_ASAN
  __sanitizer_start_switch_fiber(is_done_ ? nullptr : &context_->inside_fake, context_->outside_stack,
                                 context_->outside_bytes);
#endif
#ifdef AG_FIBERS_TSAN
  __tsan_switch_to_fiber(context_->outside_fiber, 0);
#endif
  swapcontext(&context_->inside, &context_->outside);
#ifdef AG_FIBERS_ASAN
  __sanitizer_finish_switch_fiber(context_->inside_fake, &context_->outside_stack, &context_->outside_bytes);
#endif
}

Fiber::~Fiber() {
#ifdef AG_FIBERS_TSAN
  __tsan_destroy_fiber(context_->inside_fiber);
#endif
#ifdef AG_FIBERS_ASAN
  __asan_unpoison_memory_region(stack_, FiberStacks::kBytes);  // of frames that were abandoned
#endif
  stacks_.release(stack_);
}

#endif

void Fiber::enter(Fiber* fiber) {
#ifdef AG_FIBERS_ASAN
  __sanitizer_finish_switch_fiber(nullptr, &fiber->context_->outside_stack, &fiber->context_->outside_bytes);
#endif
  fiber->function_(fiber->argument_);
  fiber->is_done_ = true;
  fiber->suspend();
}

}  // namespace ag::device
