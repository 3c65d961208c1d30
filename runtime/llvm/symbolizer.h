#pragma once
/// Maps addresses of the program to the user's source.
#include <vector>

#include "program/code_generator.h"

namespace ag::codegen {

/// Appends the source frames of an address, as FindSource specifies. Thread-safe.
void find_source(const void* address, std::vector<SourceFrame>& out);

}  // namespace ag::codegen
