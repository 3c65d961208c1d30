#pragma once
/// Which conditions and loops tensors decide. Everything else stays ordinary C++.
#include "model/function.h"

namespace agc::analysis {

/// Sets `staged` on expressions and statements: a condition is staged if it is a tensor, or a && || ! ?: with a tensor
/// in it; a loop over a range if the range is a tensor or has a tensor among its bounds.
void find_staging_need(model::Function& function);

}  // namespace agc::analysis
