#pragma once
/// The text form of device plans: the kernels with their statements, then the steps, one a line.
///
///     plan "f" {
///       kernel f_0 tasks 4: s0 (a0, store a1) {
///         loop s0 < 4 { … }
///       }
///       allocate a1
///       launch f_0
///     }
///
/// The kernel's header lists its team if threads share tasks, each axis with the variables that it replaces, and its
/// arrays with their uses. Then follow private arrays, shared loops, and the numbers from slots and to slots.
#include <string>

#include "device_plan/device_plan.h"
#include "program/program_text.h"

namespace ag::codegen {

std::string print(const DevicePlan& plan, const PrintOptions& options = {});

}  // namespace ag::codegen
