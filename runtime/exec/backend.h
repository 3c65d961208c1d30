#pragma once
/// The code generator, a shared object beside the runtime that is opened when something has to be compiled.
#include <string>

#include "program/code_generator.h"

namespace ag::exec {

/// The code generator, opened at the first call; null where it is not installed, and `why` says what is missing.
const codegen::BackendInterface* backend(std::string& why);

/// Says once, on standard error, that graphs are run by the interpreter although native code was asked for.
void note_missing_backend(const std::string& why);

/// What tells this code generator and this runtime from others, without opening anything: empty where there is none.
const std::string& backend_identity();

}  // namespace ag::exec
