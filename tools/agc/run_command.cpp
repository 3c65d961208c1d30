#include <CLI/CLI.hpp>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <memory>
#include <sstream>

#include "commands.h"
#include "output_file.h"
#include "program_build.h"
#include "temporary_directory.h"

namespace agc::tool {
namespace {

namespace fs = std::filesystem;

/// What a flag says that names no file.
constexpr const char* kByName = "true";

struct RunOptions {
  ProgramOptions program;
  std::string profile;  // the file of the trace; empty: none is wanted
};

/// The program wrote the trace into a folder of ours; it may have gone elsewhere since it was started.
void keep_profile(const fs::path& written, const RunOptions& options, Report& report) {
  if (!fs::exists(written)) {
    report.add(plain_error("nothing-traced",
                           "there is no profile: the program has called no function that is marked "
                           "AG_FUNCTION, or did not end by itself"));
    return;
  }
  std::ostringstream trace;
  trace << std::ifstream(written, std::ios::binary).rdbuf();
  const std::string error = write_whole(options.profile, trace.str());
  if (!error.empty()) report.add(plain_error("cannot-write", "cannot write '" + options.profile + "': " + error));
}

int run(const RunOptions& all, const std::vector<std::string>& program_arguments) {
  const ProgramOptions& options = all.program;
  Report report(options.source.diagnostics, options.source.color);
  for (const std::string& input : options.source.inputs) {
    if (all.profile.empty() || !is_same_file(all.profile, input)) continue;
    report.add(
        plain_error("cannot-write", "the profile '" + all.profile + "' is an input; agc never overwrites a source"));
  }
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
  const fs::path trace = folder.path() / "trace.json";
  if (!all.profile.empty()) setenv("AG_PROFILE", trace.c_str(), 1);
  std::vector<std::string> command = {program.string()};
  command.insert(command.end(), program_arguments.begin(), program_arguments.end());
  const ProcessEnd end = Process(command, "", "", interrupts).wait();
  if (!end.error.empty()) report.add(plain_error("cannot-run", "the program cannot be started: " + end.error));
  if (end.signal != 0 && end.signal != interrupts.received()) {
    report.add(plain_error("program-ended", "the program was ended by signal " + std::to_string(end.signal) + " (" +
                                                strsignal(end.signal) + ")"));
  }
  if (!all.profile.empty() && end.error.empty() && end.signal == 0) keep_profile(trace, all, report);
  report.finish();
  if (!end.error.empty()) return kInputError;
  if (end.signal != 0) return 128 + end.signal;
  return end.exit_code == 0 && report.has_errors() ? kInputError : end.exit_code;
}

}  // namespace

void add_run_command(CLI::App& app, Invocation& invocation) {
  auto options = std::make_shared<RunOptions>();
  CLI::App* command = app.add_subcommand("run", "build a program and run it at once");
  add_program_options(*command, options->program);
  command
      ->add_flag(
          "--profile", options->profile,
          "show where the time of traced functions goes, on standard error, and write it to FILE as Chrome trace "
          "events, which https://ui.perfetto.dev shows; as --profile=FILE, else to NAME.trace.json")
      ->type_name("[=FILE]")
      ->excludes("--eager");
  command->footer(
      "What follows -- are the program's arguments; compiler flags are given with --extra-arg.\n"
      "The exit code is that of the program, 128 + n if signal n ended it; 1 or 2 with a message of agc if it was\n"
      "not started, or if there is nothing to write where --profile asks for it.");
  command->callback([options, &invocation] {
    if (options->profile == kByName) {
      options->profile = fs::path(options->program.source.inputs.front()).stem().string() + ".trace.json";
    }
    invocation.action = [options, arguments = invocation.after_dashes] { return run(*options, arguments); };
  });
}

}  // namespace agc::tool
