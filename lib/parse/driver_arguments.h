#pragma once
/// The command line that makes Clang read a file as the user's compiler would compile it.
#include <string>
#include <vector>

#include "agc/transform.h"
#include "diag/diagnostic.h"

namespace agc::parse {

struct DriverArguments {
  std::vector<std::string> arguments;   // program name first, the file last
  std::vector<Diagnostic> diagnostics;  // why there are none
};

/// `options.compile_command` without what writes files and without what only GCC knows, with `-fsyntax-only`, Clang's
/// resource directory and a default standard. `file` is how the main file is named to Clang.
DriverArguments driver_arguments(const TransformOptions& options, const std::string& file);

}  // namespace agc::parse
