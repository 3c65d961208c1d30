#include "source_options.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <filesystem>

#include "agc/compile_commands.h"
#include "arguments.h"

namespace agc::tool {
namespace {

CLI::Validator one_of(std::vector<std::string> allowed) {
  const auto check = [allowed](const std::string& value) -> std::string {
    std::string list;
    for (const std::string& word : allowed) {
      if (word == value) return "";
      list += (list.empty() ? "" : ", ") + word;
    }
    return "'" + value + "' is none of " + list;
  };
  return CLI::Validator(check, "");
}

}  // namespace

void add_source_options(CLI::App& command, SourceOptions& options) {
  command.add_option("inputs", options.inputs, "C++ source files")->required()->type_name("FILE");
  command.add_option("-p", options.database, "folder with the compile_commands.json to take flags from")
      ->type_name("DIR");
  command.add_option("--extra-arg", options.extra_args, "one more compiler flag, after all others (may be repeated)")
      ->type_name("FLAG")
      ->expected(1)
      ->allow_extra_args(false)  // what follows its one value is a source
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
  const auto set_format = [&options](const std::string& value) {
    options.diagnostics = value == "json"    ? DiagnosticFormat::Json
                          : value == "sarif" ? DiagnosticFormat::Sarif
                                             : DiagnosticFormat::Text;
  };
  command
      .add_option_function<std::string>(
          "--diagnostics", set_format,
          "text; json, an array; or sarif, for editors: one document on standard error, which "
          "holds nothing else then")
      ->type_name("text|json|sarif")
      ->check(one_of({"text", "json", "sarif"}));
  const auto set_color = [&options](const std::string& value) {
    options.color = value == "always" ? ColorChoice::Always : value == "never" ? ColorChoice::Never : ColorChoice::Auto;
  };
  command
      .add_option_function<std::string>("--color", set_color, "colours; auto: on a terminal, unless NO_COLOR is set")
      ->type_name("auto|always|never")
      ->check(one_of({"auto", "always", "never"}));
  command.add_flag("--strict", options.strict,
                   "what cannot be staged is an error, instead of a warning and a function that runs eagerly");
  command.add_option("--leave-eager", options.leave_eager_seed)->type_name("SEED")->group("");  // for tests
  const auto set_warnings = [&options](const std::vector<std::string>& values) {
    for (const std::string& value : values) {
      const bool on = !value.starts_with("no-");
      (value.ends_with("eager") ? options.warn_eager : options.warn_host_effects) = on;
    }
  };
  command
      .add_option_function<std::vector<std::string>>(
          "-W", set_warnings,
          "-Whost-effects: warn of output, input, random numbers and unknown calls that happen once, while tracing; "
          "-Wno-eager: do not warn of functions that run eagerly")
      ->type_name("NAME")
      ->allow_extra_args(false)
      ->check(one_of({"host-effects", "no-host-effects", "eager", "no-eager"}));
}

TransformOptions transform_options(const SourceOptions& options) {
  TransformOptions result;
  result.warn_host_effects = options.warn_host_effects;
  result.warn_eager = options.warn_eager;
  const char* strict = std::getenv("AG_STRICT");
  result.strict = options.strict || (strict && *strict && std::string_view(strict) != "0");
  result.require_graph = options.strict;
  result.leave_eager_seed = options.leave_eager_seed;
  return result;
}

void take_flags(SourceOptions& options, const Invocation& invocation) {
  std::string error;
  options.flags = expand_response_files(invocation.after_dashes, error);
  if (!error.empty()) throw UsageError{error};
  options.has_flags = invocation.has_dashes;
}

std::optional<SourceCommand> source_command(const std::string& file, const SourceOptions& options, Report& report) {
  SourceCommand result;
  if (options.has_flags) {
    result.flags = options.flags;
  } else {
    CompileCommandLookup lookup = find_compile_command(file, options.database);
    if (!lookup.error.empty()) {
      report.add(plain_error("compile-database", lookup.error,
                             "CMake writes it with -DCMAKE_EXPORT_COMPILE_COMMANDS=ON; or give the flags after --"));
      return std::nullopt;
    }
    if (lookup.command) {
      result = {std::move(lookup.command->arguments), std::move(lookup.command->directory),
                std::move(lookup.command->compiler)};
    }
  }
  result.flags.insert(result.flags.end(), options.extra_args.begin(), options.extra_args.end());
  return result;
}

bool check_readable(const std::string& file, Report& report) {
  const int descriptor = open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (descriptor < 0) {
    report.add(plain_error("cannot-read", "cannot read '" + file + "': " + std::strerror(errno)));
    return false;
  }
  struct stat status{};
  const bool is_directory = fstat(descriptor, &status) == 0 && S_ISDIR(status.st_mode);
  close(descriptor);
  if (is_directory) {
    report.add(plain_error("cannot-read", "cannot read '" + file + "': it is a directory",
                           "name the source files themselves"));
    return false;
  }
  return true;
}

std::optional<RuntimeLocation> require_runtime(Report& report) {
  std::string looked_in;
  std::optional<RuntimeLocation> runtime = find_runtime(looked_in);
  if (!runtime) {
    report.add(plain_error(
        "runtime-missing", "the ag runtime that belongs to this agc was not found: there is no '" + looked_in + "'",
        "agc is used from a build folder or from an installed copy, where bin, include and lib lie side by side"));
  }
  return runtime;
}

TransformResult convert_source(const std::string& file, const SourceCommand& command, const RuntimeLocation& runtime,
                               Report& report, TransformOptions options) {
  options.file = file;
  options.compile_command = command.flags;
  options.working_directory = command.directory;
  if (!command.compiler.empty()) options.compiler = command.compiler;
  // Last, so that a runtime the user points at comes first.
  options.compile_command.insert(options.compile_command.end(), {"-isystem", runtime.include.string()});
  TransformResult result = transform(options);
  report.add(result.diagnostics);
  if (has_errors(result.diagnostics)) {
    result.text.reset();
  } else if (!result.text) {
    report.add(plain_error("internal", "'" + file + "' was not converted, and agc cannot say why; please report this"));
  }
  return result;
}

}  // namespace agc::tool
