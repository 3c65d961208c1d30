#pragma once
/// Fibers: functions that run on stacks of their own and are suspended and resumed by calls. They carry the threads of
/// the emulated device.
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace ag::device {

/// A pool of stacks, each with a page below it that faults.
class FiberStacks {
 public:
  static constexpr size_t kBytes = 64 << 10;

  FiberStacks() = default;
  ~FiberStacks();
  FiberStacks(const FiberStacks&) = delete;
  FiberStacks& operator=(const FiberStacks&) = delete;

  /// Returns the lowest address of a stack, or null if there is no memory.
  std::byte* acquire();
  void release(std::byte* stack) { free_.push_back(stack); }

 private:
  std::vector<std::byte*> all_;
  std::vector<std::byte*> free_;
};

/// A function on a stack. It is resumed and suspended on one thread, and may be abandoned while it is suspended:
/// objects on its stack are then not destroyed.
class Fiber {
 public:
  /// The pool must have a stack, and must live longer.
  Fiber(FiberStacks& stacks, std::byte* stack, void (*function)(void*), void* argument);
  ~Fiber();
  Fiber(const Fiber&) = delete;
  Fiber& operator=(const Fiber&) = delete;

  /// Runs the function until it suspends itself or ends.
  void resume();
  /// Called on the stack of the fiber: continues after `resume`.
  void suspend();
  bool is_done() const { return is_done_; }
  bool has_on_stack(const void* pointer) const {
    return reinterpret_cast<uintptr_t>(pointer) - reinterpret_cast<uintptr_t>(stack_) < FiberStacks::kBytes;
  }

 private:
  struct Context;  // the registers of both sides
  static void enter(Fiber* fiber);

  FiberStacks& stacks_;
  std::byte* stack_;
  void (*function_)(void*);
  void* argument_;
  bool is_done_ = false;
  std::unique_ptr<Context> context_;
};

}  // namespace ag::device
