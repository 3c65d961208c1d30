#include <CLI/CLI.hpp>
#include <cstring>
#include <memory>

#include "commands.h"
#include "program_build.h"
#include "temporary_directory.h"

namespace agc::tool {
namespace {

namespace fs = std::filesystem;

int run(const ProgramOptions& options, const std::vector<std::string>& program_arguments) {
  Report report(options.source.diagnostics, options.source.color);
  const TemporaryDirectory folder;
  Interrupts interrupts([&folder] { folder.remove(); });
  if (!folder.error().empty()) report.add(plain_error("cannot-write", folder.error()));
  const fs::path program = folder.path() / fs::path(options.source.inputs.front()).stem();
  const bool built = !report.has_errors() && build_program(options, program, folder.path(), report,
                                                           Progress(options.source.diagnostics), interrupts);
  if (interrupts.received() != 0) return 128 + interrupts.received();
  if (!built) {
    report.finish();
    return kInputError;
  }
  std::vector<std::string> command = {program.string()};
  command.insert(command.end(), program_arguments.begin(), program_arguments.end());
  const ProcessEnd end = Process(command, "", "", interrupts).wait();
  if (!end.error.empty()) report.add(plain_error("cannot-run", "the program cannot be started: " + end.error));
  if (end.signal != 0 && end.signal != interrupts.received()) {
    report.add(plain_error("program-ended", "the program was ended by signal " + std::to_string(end.signal) + " (" +
                                                strsignal(end.signal) + ")"));
  }
  report.finish();
  if (!end.error.empty()) return kInputError;
  return end.signal != 0 ? 128 + end.signal : end.exit_code;
}

}  // namespace

void add_run_command(CLI::App& app, Invocation& invocation) {
  auto options = std::make_shared<ProgramOptions>();
  CLI::App* command = app.add_subcommand("run", "build a program and run it at once");
  add_program_options(*command, *options);
  command->footer(
      "What follows -- are the program's arguments; compiler flags are given with --extra-arg.\n"
      "The exit code is that of the program, 128 + n if signal n ended it; 1 or 2 with a message of agc if it was\n"
      "not started.");
  command->callback([options, &invocation] {
    invocation.action = [options, arguments = invocation.after_dashes] { return run(*options, arguments); };
  });
}

}  // namespace agc::tool
