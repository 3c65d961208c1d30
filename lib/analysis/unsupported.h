#pragma once
/// What cannot be converted, said before anything is changed.
#include <vector>

#include "model/lowered.h"

namespace agc::analysis {

/// On the function as it is written, with `staged` and `has_exits` set.
std::vector<Diagnostic> find_unsupported(const model::SourceFile& source, const model::Function& function);

/// Uses of symbolic numbers that need a host value, with the levels set.
/// `late_throws`: what is made when the graph runs may use such numbers.
std::vector<Diagnostic> find_unsupported_numbers(const model::SourceFile& source, const model::Function& function,
                                                 const std::vector<model::Offset>& late_throws);

/// On the lowered function: what only its new place makes impossible.
std::vector<Diagnostic> find_unsupported(const model::SourceFile& source, const model::LoweredFunction& lowered);

}  // namespace agc::analysis
