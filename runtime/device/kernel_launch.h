#pragma once
/// One launch on the emulated device. Each thread of a kernel is a fiber; blocks and threads run in a seeded random
/// order. A thread runs until it waits for others: at a barrier, at an operation of its warp, or at an atomic
/// operation.
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "device/access_checker.h"
#include "device/driver.h"
#include "device/emulated_memory.h"
#include "device/emulated_module.h"
#include "device/fiber.h"
#include "device/findings.h"
#include "device/operation_order.h"
#include "device/seeded_random.h"

namespace ag::device {

class KernelLaunch;
struct KernelBlock;

/// The objects of a device that launches use.
struct KernelEnvironment {
  EmulatedMemory& memory;
  OperationOrder& order;
  Findings& findings;
  SeededRandom& random;
  FiberStacks& stacks;
  AccessChecker* checker;  // null: no checks
};

/// A launch that the device accepted.
struct KernelCall {
  std::shared_ptr<const EmulatedModule> module;
  uint64_t module_number = 0;
  const AgDeviceKernel* kernel = nullptr;
  Extent3 grid;
  Extent3 block;
  uint64_t shared_bytes = 0;  // static and dynamic
  bool is_cooperative = false;
  uint64_t resident_blocks = 1;
  std::vector<KernelArgument> arguments;
};

enum class WaitKind : uint8_t { None, Barrier, WarpBarrier, Shuffle, GridBarrier };

enum class ShuffleKind : uint8_t { Down, Xor };

/// The lane whose value a lane takes: `lanes` further, or with these bits of its number changed.
struct Shuffle {
  ShuffleKind kind = ShuffleKind::Down;
  uint32_t lanes = 0;
  uint32_t width = 32;  // of the segments that exchange values

  uint32_t source(uint32_t lane) const { return kind == ShuffleKind::Down ? lane + lanes : lane ^ lanes; }
};

struct KernelThread {
  KernelLaunch* launch = nullptr;
  KernelBlock* block = nullptr;
  uint32_t index = 0;  // in its block
  Extent3 place;
  std::unique_ptr<Fiber> fiber;
  bool is_done = false;
  WaitKind wait = WaitKind::None;
  int statement = -1;  // of the wait
  uint32_t mask = 0;   // of lanes, for waits of a warp
  Shuffle shuffle;
  uint64_t value = 0;  // that a shuffle takes and yields
};

struct KernelBlock {
  uint32_t number = 0;
  Extent3 place;
  size_t slot = 0;  // of shared memory
  std::byte* shared = nullptr;
  std::unique_ptr<Shadow> shadow;
  std::vector<KernelThread> threads;
  size_t done = 0;
  size_t waiting = 0;  // at a barrier
};

class KernelLaunch {
 public:
  KernelLaunch(KernelCall call, uint32_t operation, const KernelEnvironment& environment);

  /// Runs the kernel to its end, or up to a finding that ends it. Returns false in the second case.
  bool run();

  const KernelCall& call() const { return call_; }
  /// Calls the function of the kernel, on the stack of a thread.
  void run_function() const;

  // The calls of a thread.
  void* pointer(uint64_t address) const { return environment_.memory.view({address}); }
  void barrier(KernelThread& thread, int statement);
  void warp_barrier(KernelThread& thread, uint32_t mask, int statement);
  uint64_t shuffle(KernelThread& thread, uint32_t mask, uint64_t value, Shuffle shuffle, int statement);
  void grid_barrier(KernelThread& thread, int statement);
  void fence(KernelThread& thread);
  /// Checks an access; does not return if it must not happen.
  void access(KernelThread& thread, KernelAccess access);
  /// Checks an atomic access, and orders it with those of other threads. `order` is an AgDeviceOrder.
  void atomic_access(KernelThread& thread, KernelAccess access, int order);
  /// Lets other threads run after an atomic operation.
  void give_way(KernelThread& thread);
  /// A thread changed something that others may wait for.
  void note_progress() { idle_ = 0; }

 private:
  void start_block();
  void end_block(KernelBlock& block);
  void run_thread(KernelThread& thread);
  void wait(KernelThread& thread, WaitKind kind, int statement);
  void release(KernelThread& thread);
  void complete_barrier(KernelBlock& block);
  void complete_warp(KernelThread& thread);
  void complete_grid_barrier();
  /// Ends the launch from inside of a thread, and does not return.
  [[noreturn]] void stop(KernelThread& thread);
  void add_stuck_finding();
  std::string stuck_text(const KernelBlock& block) const;
  std::string kernel_text() const { return "kernel '" + std::string(call_.kernel->name) + "'"; }
  uint32_t thread_number(const KernelThread& thread) const;

  KernelCall call_;
  KernelEnvironment environment_;
  CheckedLaunch checked_;
  std::vector<uint64_t> values_;  // of the parameters
  std::vector<void*> parameters_;
  std::vector<uint32_t> waiting_blocks_;              // that have not started, the next one last
  std::vector<std::unique_ptr<KernelBlock>> blocks_;  // by slot
  std::vector<KernelThread*> ready_;
  std::vector<std::byte> shared_;  // of all slots, with room for an alignment
  uint64_t shared_begin_ = 0;
  uint64_t shared_stride_ = 0;
  uint64_t at_grid_barrier_ = 0;
  uint64_t done_blocks_ = 0;
  uint64_t idle_ = 0;  // operations of waiting threads since the last progress
  bool is_stopped_ = false;
};

}  // namespace ag::device
