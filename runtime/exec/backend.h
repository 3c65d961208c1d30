#pragma once
/// Access to the code generator, a shared object beside the runtime that is opened when a graph must be compiled.
#include <string>

#include "program/code_generator.h"

namespace ag::exec {

/// Returns the code generator, which the first call opens. Returns null if it is not installed, and sets `why` to the
/// missing part.
const codegen::BackendInterface* backend(std::string& why);

/// Reports once, on standard error, that the interpreter runs graphs although native code was requested.
void note_missing_backend(const std::string& why);

/// Identifies this build of the code generator and the runtime, without opening anything. Empty if there is no code
/// generator.
const std::string& backend_identity();

}  // namespace ag::exec
