#pragma once
/// Builds the command line with which Clang reads a file as the user's compiler would.
#include <string>
#include <vector>

#include "agc/transform.h"
#include "diag/diagnostic.h"

namespace agc::parse {

struct DriverArguments {
  std::vector<std::string> arguments;   // program name first, the file last
  std::vector<Diagnostic> diagnostics;  // the reasons if `arguments` is empty
};

/// Returns `options.compile_command` without flags that write files and flags that only GCC knows, and adds
/// `-fsyntax-only`, Clang's resource directory and a default standard. `file` is the name of the main file for Clang.
DriverArguments driver_arguments(const TransformOptions& options, const std::string& file);

}  // namespace agc::parse
