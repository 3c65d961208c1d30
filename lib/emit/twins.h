#pragma once
/// The twins of the user's classes: the same fields with symbolic numbers, behind the definition of each.
#include <vector>

#include "emit/edits.h"
#include "model/lowered.h"

namespace agc::emit {

/// For every class of which some function has a symbolic one.
void emit_twins(const model::SourceFile& source, const std::vector<model::LoweredFunction>& lowered, Edits& edits);

}  // namespace agc::emit
