#pragma once
/// Types that stand for the tensor that they hold.
#include "parse/type_class.h"

namespace agc::parse {

/// ag::Tensor, or ag::Variable, which reads as what it holds.
inline bool reads_as_tensor(clang::QualType type) { return is_tensor(type) || is_ag_class(type, "Variable"); }

}  // namespace agc::parse
