#pragma once
/// Makes kernels from statements: finds their parameters, and the numbers that they load and store.
#include "device_plan/host_parts.h"
#include "device_plan/task_axes.h"

namespace ag::codegen {

/// Statements that become a kernel.
struct KernelContent {
  Block body;
  int64_t team = 1;
  NestTasks tasks;
  std::vector<Register> shared_loops;
};

class KernelBuilder {
 public:
  KernelBuilder(DevicePlan& plan, const ProgramFacts& facts, std::vector<Register> whole_rows)
      : plan_(plan), facts_(facts), whole_rows_(std::move(whole_rows)) {}

  /// Adds a kernel to the plan. Returns its index.
  int32_t add(KernelContent content);
  /// Returns a register that a step uses, with a slot.
  Register with_slot(Register number);

 private:
  void take_numbers(DeviceKernel& kernel, const DefUse& local);
  void take_arrays(DeviceKernel& kernel, const DefUse& local);

  DevicePlan& plan_;
  const ProgramFacts& facts_;
  const std::vector<Register> whole_rows_;
};

}  // namespace ag::codegen
