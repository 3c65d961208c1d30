#pragma once
/// Which tensors have a value where they are read.
///
/// A tensor declared without an initialiser is undefined until it is assigned. Whether it is at some place can depend
/// on what the graph does, which the runtime finds out (a flag travels with the variable). Where no path assigns it,
/// the read is a mistake that is known before anything runs.
#include <vector>

#include "model/function.h"

namespace agc::analysis {

/// A read of a variable that has no value there, whatever happens.
struct UndefinedRead {
  model::VariableId variable;
  model::Offset place;
};

/// In order of the source; the first read of each variable only.
std::vector<UndefinedRead> find_undefined_reads(const model::Function& function);

}  // namespace agc::analysis
