#pragma once
/// The sub-commands of agc: each adds its options to the command line, and says what to do when it was chosen.
#include <functional>
#include <string>
#include <vector>

namespace CLI {
class App;
}

namespace agc::tool {

/// Exit codes of agc.
enum ExitCode : int {
  kSuccess = 0,
  kInputError = 1,  // in the input, or in what was needed to read, compile or write it
  kUsageError = 2,  // in the command line
};

/// What the command line says beside the options of a sub-command.
struct Invocation {
  std::vector<std::string> after_dashes;  // what follows `--`
  bool has_dashes = false;
  std::function<int()> action;  // set by the chosen sub-command; gives the exit code
};

void add_convert_command(CLI::App& app, Invocation& invocation);
void add_devices_command(CLI::App& app, Invocation& invocation);
void add_explain_command(CLI::App& app, Invocation& invocation);
void add_graph_command(CLI::App& app, Invocation& invocation);
void add_to_code_command(CLI::App& app, Invocation& invocation);
void add_build_command(CLI::App& app, Invocation& invocation);
void add_run_command(CLI::App& app, Invocation& invocation);

}  // namespace agc::tool
