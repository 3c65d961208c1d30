#pragma once
/// The frontend library: annotated C++ in, graph-building C++ out. Public headers of lib/: this, compile_commands.h,
/// and those of diag/.
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "diag/diagnostic.h"

namespace agc {

struct TransformOptions {
  std::string file;                          // the file to convert, as the user named it
  std::vector<std::string> compile_command;  // compiler arguments for it, without the program and without the file
  std::string working_directory;             // relative paths in the command start here; empty: the current one
  std::string compiler = "c++";              // whose system headers are used
};

/// One converted function, as people read it: formatted, without #line.
struct ConvertedFunction {
  std::string name;  // qualified
  std::string text;
  uint32_t line = 0;  // of its first line in the source
};

/// Where a column of the converted file comes from: everything from (line, generated_column) on is shifted to `column`.
/// Lines are those of the source, always.
struct ColumnShift {
  uint32_t line = 0;
  uint32_t generated_column = 0;
  uint32_t column = 0;
};

/// Wall-clock seconds spent in each stage.
struct Timing {
  double parse = 0;
  double convert = 0;
  double emit = 0;
};

struct TransformResult {
  std::optional<std::string> text;  // the whole converted file; none if there were errors
  std::vector<ConvertedFunction> functions;
  std::vector<ColumnShift> source_map;
  std::vector<std::string> dependencies;  // every file that was read, for a depfile
  std::vector<Diagnostic> diagnostics;
  Timing timing;
};

/// Parses `options.file`, converts its annotated functions and what they call in the same file, and returns the new
/// text. Never throws for bad input: what is wrong with the source is in `diagnostics`.
TransformResult transform(const TransformOptions& options);

}  // namespace agc
