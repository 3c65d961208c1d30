#pragma once
/// The frontend library: translates annotated C++ to graph-building C++. The public headers of lib/ are this one,
/// compile_commands.h, explain.h, and those of diag/.
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "agc/explain.h"
#include "diag/diagnostic.h"

namespace agc {

struct TransformOptions {
  std::string file;                          // the file to convert, as the user named it
  std::vector<std::string> compile_command;  // compiler arguments, without the program and without the file
  std::string working_directory;             // base of relative paths in the command; empty: the current directory
  std::string compiler = "c++";              // the compiler whose system headers are used
  // The folder of `headers`, as named in the converted file; empty: the file includes the original headers.
  std::string header_folder;
  // A folder for precompiled headers, which later runs with the same compiler flags use; empty: none are written.
  std::string preamble_folder;
  bool explain = false;        // fill `explanations`
  bool stages = false;         // fill `stages`
  bool strict = false;         // code that cannot be staged is an error, instead of making its function eager
  bool require_graph = false;  // traced functions throw if a trace fails
  std::optional<uint64_t> leave_eager_seed;  // if set, leaves random functions to run eagerly; for tests
  std::vector<Location> uncompilable;        // positions of functions whose generated code did not compile
  bool warn_host_effects = false;            // warn about host code that runs once, while tracing
  bool warn_eager = true;                    // warn about functions that run eagerly
  bool all_texts = true;  // fill `ConvertedFunction::text`; false: only if the converted file contains it
};

/// An instantiation of a template in the file: `rectified<double>`, T is double.
struct Instance {
  struct Argument {
    std::string parameter;
    std::string value;
  };
  std::string name;  // qualified
  std::vector<Argument> arguments;
};

/// A converted function, formatted for reading, without #line.
struct ConvertedFunction {
  std::string name;       // qualified
  std::string signature;  // the parameter types: "(Tensor, double)"
  std::string text;
  std::string file;                 // the file that contains it: the converted file or a header
  uint32_t line = 0;                // line of its beginning in that file
  std::string original;             // the text before conversion
  std::string in_place;             // the converted text on the lines of the source
  std::vector<Instance> instances;  // for a function template
};

/// The tree of a function after one of the converters; the first stage of a function precedes all converters.
struct Stage {
  std::string function;
  std::string signature;
  std::string converter;  // empty: before conversion
  std::string tree;
};

/// An entry of the source map: text from (line, generated_column) on corresponds to source text from `column` on. Lines
/// of the converted file and the source are the same.
struct ColumnShift {
  uint32_t line = 0;
  uint32_t generated_column = 0;
  uint32_t column = 0;
};

/// The converted copy of a header that the file includes, directly or indirectly.
struct ConvertedHeader {
  std::string name;  // of the copy
  std::string file;  // of the original
  std::string text;
  std::vector<ColumnShift> source_map;
};

/// Wall-clock time of each stage, in seconds.
struct Timing {
  double parse = 0;
  double convert = 0;
  double emit = 0;
};

struct TransformResult {
  std::optional<std::string> text;       // the complete converted file; none if there were errors
  std::vector<ConvertedHeader> headers;  // to be written before the file itself
  std::vector<ConvertedFunction> functions;
  bool leaves_functions = false;  // marked functions run eagerly
  std::vector<ColumnShift> source_map;
  std::vector<std::string> dependencies;  // every file that was read, for a depfile
  std::vector<Diagnostic> diagnostics;
  std::vector<ExplainedFunction> explanations;  // including refused functions
  std::vector<Stage> stages;
  Timing timing;
};

/// Parses `options.file`, converts the annotated functions in it and in the user's headers that it includes, with their
/// callees there, and returns the new texts. Never throws for invalid input: errors in the source are in `diagnostics`.
TransformResult transform(const TransformOptions& options);

/// The source map as JSON; docs/reference/tools.md has the format. `source` and `generated` are the file names written
/// to it.
std::string render_source_map(const TransformResult& result, const std::string& source, const std::string& generated);

}  // namespace agc
