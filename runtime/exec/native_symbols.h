#pragma once
/// What native code calls by name: the functions of the runtime, and the scalar functions, the very ones that the
/// kernels call.
#include <vector>

#include "program/code_generator.h"

namespace ag::codegen {

/// ag_rt_kernel, …; ag_exp_float32, ag_exp_float64, …; ag_widen_float16 (to float32), ag_narrow_float16, the same for
/// bfloat16.
std::vector<Symbol> native_symbols(const RuntimeCalls& calls);

}  // namespace ag::codegen
