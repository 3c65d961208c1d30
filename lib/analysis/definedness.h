#pragma once
/// Finds reads of tensors that have no value.
/// A tensor declared without an initialiser is undefined until it is assigned. If an assignment depends on values of
/// the graph, the runtime finds out (a flag travels with the variable). If no path assigns the tensor, the read is an
/// error that is reported at conversion.
#include <vector>

#include "model/function.h"

namespace agc::analysis {

/// A read of a variable that has no value on any path.
struct UndefinedRead {
  model::VariableId variable;
  model::Offset place;
};

/// Returns the first such read of each variable, in order of the source.
std::vector<UndefinedRead> find_undefined_reads(const model::Function& function);

}  // namespace agc::analysis
