#pragma once
/// The frontend library: annotated C++ in, graph-building C++ out. Public headers of lib/: this, compile_commands.h,
/// and those of diag/.
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "agc/explain.h"
#include "diag/diagnostic.h"

namespace agc {

struct TransformOptions {
  std::string file;                          // the file to convert, as the user named it
  std::vector<std::string> compile_command;  // compiler arguments for it, without the program and without the file
  std::string working_directory;             // relative paths in the command start here; empty: the current one
  std::string compiler = "c++";              // whose system headers are used
  std::string header_folder;   // how the converted file names the folder of `headers`; empty: it includes the originals
  bool explain = false;        // fill `explanations`
  bool stages = false;         // fill `stages`
  bool strict = false;         // what cannot be staged is an error, instead of a function that runs eagerly
  bool require_graph = false;  // and traced functions throw where a trace fails
  std::optional<uint64_t> leave_eager_seed;  // leaves functions to run eagerly at random; for tests
  std::vector<Location> uncompilable;        // places of functions whose generated code the compiler refused
  bool warn_host_effects = false;            // of host code that runs once while tracing
  bool all_texts = true;                     // fill `ConvertedFunction::text`; false: where the converted file has it
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

/// One converted function, as people read it: formatted, without #line.
struct ConvertedFunction {
  std::string name;       // qualified
  std::string signature;  // its parameters' types: "(Tensor, double)"
  std::string text;
  std::string file;                 // that it stands in: the converted one, or a header
  uint32_t line = 0;                // of its first line there
  std::string original;             // as it was written
  std::string in_place;             // rewritten, on the lines of the source
  std::vector<Instance> instances;  // of a function template
};

/// The tree of a function after one of the converters; the first one of a function is before all of them.
struct Stage {
  std::string function;
  std::string signature;
  std::string converter;  // empty: as it was read
  std::string tree;
};

/// Where a column of the converted file comes from: everything from (line, generated_column) on is shifted to `column`.
/// Lines are those of the source, always.
struct ColumnShift {
  uint32_t line = 0;
  uint32_t generated_column = 0;
  uint32_t column = 0;
};

/// The changed copy of a header that the file includes, itself or through others.
struct ConvertedHeader {
  std::string name;  // of the copy
  std::string file;  // of the original
  std::string text;
  std::vector<ColumnShift> source_map;
};

/// Wall-clock seconds spent in each stage.
struct Timing {
  double parse = 0;
  double convert = 0;
  double emit = 0;
};

struct TransformResult {
  std::optional<std::string> text;       // the whole converted file; none if there were errors
  std::vector<ConvertedHeader> headers;  // to be written before the file itself
  std::vector<ConvertedFunction> functions;
  std::vector<ColumnShift> source_map;
  std::vector<std::string> dependencies;  // every file that was read, for a depfile
  std::vector<Diagnostic> diagnostics;
  std::vector<ExplainedFunction> explanations;  // of refused functions as well
  std::vector<Stage> stages;
  Timing timing;
};

/// Parses `options.file`, converts the annotated functions in it and in the headers of the user that it includes, and
/// what they call there, and returns the new texts. Never throws for bad input: what is wrong with the source is in
/// `diagnostics`.
TransformResult transform(const TransformOptions& options);

/// The source map as JSON; docs/tools.md has the format. The names of both files are those that it shall have there.
std::string render_source_map(const TransformResult& result, const std::string& source, const std::string& generated);

}  // namespace agc
