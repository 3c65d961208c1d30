#pragma once
/// The device plan: a program cut into kernels, and the steps of the host that launch them. Steps are structured as the
/// program is; kernels contain statements of the program.
///
/// Arrays. Each array of the program has memory of the device. Kernels take the arrays as parameters.
/// * `Tensor` arrays are shared as tensors are: `Allocate`, `Share`, `Own`, `Swap` and `Free` steps change the array
///   that a name stands for.
/// * `Stack` arrays lie in the workspace. Private arrays of a kernel belong to each of its threads.
///
/// Numbers. A register that a later kernel or a step uses has a slot: 8 bytes of device memory. Constants have none:
/// each kernel has its own.
///
/// Kernels. A kernel executes its body once for each *task*, a point of its axes. A *team* of `team` threads executes a
/// task: one thread, or the 16 lanes of a half-warp. All threads of a team execute the statements alike. They divide
/// the iterations of shared loops among themselves: iteration i belongs to thread i mod 16. A shared reduction is
/// thereby in the order of kernel/reduce/reduce.h. A store outside of a shared loop is executed by the first thread of
/// a team. After each statement that uses memory which the kernel stores, the team meets at a barrier.
///
/// Loops whose induction variable is an index of an axis are not executed as loops: the task determines the variable.
///
/// A check that fails records its fault: the site, the numbers for the message, and the order of the check among all
/// checks of the kernel in the order of the program. The record with the least order wins. Kernels of a plan with
/// checks do nothing after a fault.
#include <optional>
#include <string>
#include <vector>

#include "program/program.h"

namespace ag::codegen {

/// An axis of the tasks of a kernel. `indices` are the induction variables of the loops that it replaces.
struct TaskAxis {
  int64_t extent = 1;
  std::vector<Register> indices;
};

/// An array that is a parameter of a kernel.
struct KernelArray {
  ArrayId id = kNone;
  bool is_stored = false;
};

struct DeviceKernel {
  std::string name;
  int64_t team = 1;
  std::vector<TaskAxis> axes;  // the last one varies fastest
  Block body;
  std::vector<Register> shared_loops;  // induction variables of the loops and reductions that a team shares
  std::vector<Register> whole_rows;    // induction variables of reductions whose row is not cut into blocks
  std::vector<KernelArray> arrays;
  std::vector<ArrayId> private_arrays;
  std::vector<Register> loaded_numbers;  // from their slots, before the first task
  std::vector<Register> stored_numbers;  // to their slots, by the team of the last task
  bool has_checks = false;

  /// The number of tasks.
  int64_t task_count() const;
};

enum class StepKind : uint8_t {
  Launch,    // runs a kernel
  Allocate,  // array becomes a new array of its type
  Share,     // array becomes the array `source`
  Own,       // array becomes the only owner of its elements
  Swap,      // exchanges array and source
  Free,      // drops array
  Copy,      // copies the elements of `source` to array
  Host,      // runs a part of the program on the host
  Branch,    // blocks[number]; for a boolean, the first if it is true
  Repeat,    // for number in 0 … extent - 1, or 0 … count - 1: blocks[0]
  While,     // while (blocks[0] leaves the number true) blocks[1]
};

struct PlanStep;
using PlanSteps = std::vector<PlanStep>;

struct PlanStep {
  StepKind kind = StepKind::Launch;
  int32_t index = kNone;  // Launch: of the kernel; Host: of the part; While: into Program::loops
  ArrayId array = kNone, source = kNone;
  Register number = kNone;  // in a slot
  Register count = kNone;   // Repeat: in a slot
  int64_t extent = 0;       // Repeat
  std::vector<PlanSteps> blocks;
  SourceLocation location = SourceLocation::current();
};

/// A part of the program that the host runs as a program of its own. Its inputs are the arrays `inputs`, then the
/// numbers `numbers` as rank-0 arrays; its results are the arrays `outputs`, then the numbers `results`.
struct HostPart {
  Program program;
  std::vector<ArrayId> inputs;
  std::vector<Register> numbers;
  std::vector<ArrayId> outputs;
  std::vector<Register> results;
  std::string reason;  // why the device does not run it
};

struct DevicePlan {
  Program program;  // its body has become the steps
  std::vector<DeviceKernel> kernels;
  std::vector<HostPart> parts;
  PlanSteps steps;
  std::vector<int32_t> slots;  // by register: of its number, or kNone
  int32_t slot_count = 0;
  bool has_checks = false;

  int32_t slot(Register number) const { return slots[static_cast<size_t>(number)]; }
};

/// The record of a fault in device memory, which begins with the order of the check. `kNoFault` if there is none.
struct FaultRecord {
  static constexpr int64_t kMostNumbers = 8;

  uint64_t order;
  uint64_t lock;
  int64_t site;
  uint64_t recorded;  // the order of the check that `site` and `numbers` belong to
  uint64_t numbers[kMostNumbers];
};
inline constexpr uint64_t kNoFault = ~uint64_t{0};
/// The values of FaultRecord::lock.
inline constexpr uint64_t kLocked = 0, kUnlocked = 1;

/// The bytes of a slot.
inline constexpr uint64_t kSlotBytes = 8;
/// The threads of a team that shares loops, and of a block.
inline constexpr int64_t kTeamThreads = 16, kBlockThreads = 128;

/// Returns the number of blocks that a kernel is launched with.
int64_t block_count(const DeviceKernel& kernel);
/// Returns the bytes of the elements of an array.
uint64_t bytes_of(const ArrayInfo& array);

}  // namespace ag::codegen
