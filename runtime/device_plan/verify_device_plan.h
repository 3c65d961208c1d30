#pragma once
/// The verifier of device plans; it specifies their invariants.
#include <string>
#include <vector>

#include "device_plan/device_plan.h"

namespace ag::codegen {

/// Returns the violated invariants; empty if the plan is valid. Indices exist. Numbers of steps and of kernels have
/// slots. The parameters of a kernel are the arrays that its body uses, those that it stores marked. An axis has the
/// extent of each loop that it replaces, and no loop has two axes. Teams of several threads alone share loops. Threads
/// can execute each statement.
std::vector<std::string> find_faults(const DevicePlan& plan);

/// Throws an internal error that lists the faults.
void verify(const DevicePlan& plan);

}  // namespace ag::codegen
