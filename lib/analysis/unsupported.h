#pragma once
/// Diagnostics for code that cannot be converted, found before anything is changed.
#include <vector>

#include "model/lowered.h"

namespace agc::analysis {

/// Checks the function as written, with `staged` and `has_exits` set.
std::vector<Diagnostic> find_unsupported(const model::SourceFile& source, const model::Function& function);

/// Returns uses of symbolic numbers that need a host value; the binding times have to be set. `late_throws`: exceptions
/// that are made when the graph runs, which may use such numbers.
std::vector<Diagnostic> find_unsupported_numbers(const model::SourceFile& source, const model::Function& function,
                                                 const std::vector<model::Offset>& late_throws);

/// Checks the lowered function: finds code that only its place in a lambda makes impossible.
std::vector<Diagnostic> find_unsupported(const model::SourceFile& source, const model::LoweredFunction& lowered);

}  // namespace agc::analysis
