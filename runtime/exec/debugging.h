#pragma once
/// Information in native code for debuggers and profilers of the system.
#include <string>

#include "program/program.h"

namespace ag::exec {

/// True if native code contains the lines of the user's source and is a file that other programs can read
/// (AG_DEBUG=on).
bool wants_lines();

/// Returns the contents of a program's debug information, the locations of all statements. Cache keys include it.
std::string lines_text(const codegen::Program& program);

}  // namespace ag::exec
