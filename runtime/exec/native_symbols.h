#pragma once
/// The functions that native code calls by name: runtime calls, and the scalar functions that the kernels call as well.
#include <vector>

#include "program/code_generator.h"

namespace ag::codegen {

/// Returns ag_rt_kernel and the other runtime calls; ag_exp_float32, ag_exp_float64 and the other scalar functions;
/// ag_widen_float16 (to float32), ag_narrow_float16, and the same for bfloat16.
std::vector<Symbol> native_symbols(const RuntimeCalls& calls);

}  // namespace ag::codegen
