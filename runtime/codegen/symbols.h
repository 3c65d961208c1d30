#pragma once
/// The scalar functions that native code calls: the very functions that the kernels call.
#include <span>

#include "codegen/backend.h"

namespace ag::codegen {

/// ag_exp_float32, ag_exp_float64, …; ag_widen_float16 (to float32), ag_narrow_float16, the same for bfloat16.
std::span<const Symbol> native_symbols();

}  // namespace ag::codegen
