#pragma once
/// What debuggers and profilers of the system are to find in native code.
#include <string>

#include "program/program.h"

namespace ag::exec {

/// Whether native code has the lines of the user's source, and is a file that other programs can read: AG_DEBUG=on.
bool wants_lines();

/// What the debug information of a program says, for telling its files from others: the places of all statements.
std::string lines_text(const codegen::Program& program);

}  // namespace ag::exec
