#pragma once
/// What addresses of the program stand for in the user's source.
#include <vector>

#include "program/code_generator.h"

namespace ag::codegen {

/// As FindSource says; by any number of threads.
void find_source(const void* address, std::vector<SourceFrame>& out);

}  // namespace ag::codegen
