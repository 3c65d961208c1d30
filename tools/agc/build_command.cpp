#include <CLI/CLI.hpp>
#include <memory>

#include "commands.h"
#include "output_file.h"
#include "program_build.h"
#include "temporary_directory.h"

namespace agc::tool {
namespace {

namespace fs = std::filesystem;

struct BuildOptions {
  ProgramOptions program;
  std::string output;
};

void check_usage(const BuildOptions& options) {
  for (const std::string& input : options.program.source.inputs) {
    if (is_same_file(input, options.output)) {
      throw UsageError{"the output '" + options.output + "' is the input '" + input +
                       "'; agc never overwrites a source"};
    }
  }
}

int build(const BuildOptions& options) {
  check_usage(options);
  const SourceOptions& source = options.program.source;
  Report report(source.diagnostics, source.color);
  const TemporaryDirectory folder;
  Interrupts interrupts([&folder] { folder.remove(); });
  if (!folder.error().empty()) report.add(plain_error("cannot-write", folder.error()));
  const fs::path linked = folder.path() / fs::path(options.output).filename();
  if (!report.has_errors() &&
      build_program(options.program, linked, folder.path(), report, Progress(source.diagnostics), interrupts)) {
    const std::string error = install_program(linked, options.output);
    if (!error.empty()) report.add(plain_error("cannot-write", "cannot write '" + options.output + "': " + error));
  }
  if (interrupts.received() != 0) return 128 + interrupts.received();
  report.finish();
  return report.has_errors() ? kInputError : kSuccess;
}

}  // namespace

void add_build_command(CLI::App& app, Invocation& invocation) {
  auto options = std::make_shared<BuildOptions>();
  CLI::App* command = app.add_subcommand("build", "convert, compile and link a program");
  add_program_options(*command, options->program);
  command->add_option("-o,--output", options->output, "the program")->required();
  command->footer(
      "What follows -- are flags for the compiler and the linker, in place of a compile database.\n"
      "Without -std, -O and -g among them, -std=c++20, -O2 and -g1 are used.");
  command->callback([options, &invocation] {
    take_flags(options->program.source, invocation);
    invocation.action = [options] { return build(*options); };
  });
}

}  // namespace agc::tool
