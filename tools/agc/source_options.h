#pragma once
/// What every sub-command that reads sources has in common: inputs, compiler flags, and the way messages are shown.
#include <optional>
#include <string>
#include <vector>

#include "agc/transform.h"
#include "commands.h"
#include "report.h"
#include "runtime_location.h"

namespace agc::tool {

struct SourceOptions {
  std::vector<std::string> inputs;
  std::string database;                 // folder of compile_commands.json; empty: looked for above each file
  std::vector<std::string> extra_args;  // --extra-arg: always last
  std::vector<std::string> flags;       // after `--`; they stand in place of a database
  bool has_flags = false;
  bool warn_host_effects = false;
  bool warn_eager = true;
  bool strict = false;                       // what cannot be staged is an error
  std::optional<uint64_t> leave_eager_seed;  // for tests
  DiagnosticFormat diagnostics = DiagnosticFormat::Text;
  ColorChoice color = ColorChoice::Auto;
};

/// How one source file is compiled.
struct SourceCommand {
  std::vector<std::string> flags;
  std::string directory;  // where the flags' relative paths start; empty: here
  std::string compiler;   // whose flags they are; empty: not said
};

/// Adds inputs, -p, --extra-arg, --diagnostics, --color and -W to a sub-command.
void add_source_options(CLI::App& command, SourceOptions& options);

/// What these options say about the conversion.
TransformOptions transform_options(const SourceOptions& options);

/// Takes what follows `--` as compiler flags. Throws UsageError for a response file that cannot be read.
void take_flags(SourceOptions& options, const Invocation& invocation);

/// Flags after `--`, or those of a compile database, or none; then --extra-arg. None (and an error in `report`) where
/// the database cannot be used.
std::optional<SourceCommand> source_command(const std::string& file, const SourceOptions& options, Report& report);

/// Whether the file can be read; if it can't, `report` says why.
bool check_readable(const std::string& file, Report& report);

/// The runtime beside agc; where it is missing, `report` says so.
std::optional<RuntimeLocation> require_runtime(Report& report);

/// Converts one file: reads its command, adds the runtime's headers, reports what is wrong. The result has text only
/// where nothing was wrong. `options` says what is wanted besides.
TransformResult convert_source(const std::string& file, const SourceCommand& command, const RuntimeLocation& runtime,
                               Report& report, TransformOptions options = {});

}  // namespace agc::tool
