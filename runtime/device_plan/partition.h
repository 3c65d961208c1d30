#pragma once
/// Cuts a program into the kernels and steps of a device plan.
#include "device_plan/device_plan.h"

namespace ag::codegen {

struct PartitionOptions {
  int64_t team_iterations = 16;  // loops with more iterations are kernels of their own
  int64_t shared_row = 32;       // shorter rows are reduced by one thread
  bool split_rows = true;        // false: a long row outside of loops is reduced by one team
};

/// Returns the plan of a program. Statements that no device code exists for become parts that the host runs.
DevicePlan make_device_plan(const Program& program, const PartitionOptions& options = {});

}  // namespace ag::codegen
