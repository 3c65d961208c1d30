#pragma once
/// Checks of the PTX of kernels: a lint of its instructions, and the assembler where there is one.
#include <string>
#include <vector>

#include "device_plan/device_plan.h"

namespace ag::test {

/// Returns the PTX of a plan.
std::string ptx_of(const codegen::DevicePlan& plan, int compute_capability);

/// Returns the lines that would round differently, flush denormal numbers, or depend on orders that LLVM drops.
std::vector<std::string> lint(const std::string& ptx);

/// Returns the path of ptxas: AG_PTXAS, the folder of the test set-up, PATH, or the toolkit's folder; "" if there is
/// none.
std::string find_ptxas();

/// Assembles PTX. Returns the messages of an error, and the spills of registers; "" if there are none.
std::string assemble(const std::string& ptx, int compute_capability, const std::string& ptxas);

/// Checks the PTX of a plan for each compute capability. Without an assembler the lint remains; AG_REQUIRE_PTXAS=1
/// makes this a failure.
void check_ptx(const codegen::DevicePlan& plan);

}  // namespace ag::test
