/// agc, the converter of AutoGraph for C++: reads the command line and hands over to a sub-command.
#include <CLI/CLI.hpp>
#include <iostream>

#include "arguments.h"
#include "commands.h"
#include "diag/render.h"
#include "report.h"

namespace agc::tool {
namespace {

constexpr const char* kFooter =
    "Words of a file stand in place of @FILE. Flags come from -p, from a compile_commands.json above the file, or "
    "after --.\n"
    "\n"
    "Exit codes: 0 fine, 1 errors in the input, 2 errors in the command line; agc run gives the program's.\n"
    "\n"
    "Examples:\n"
    "  agc convert model.cpp -o build/model.cpp -- -Iinclude\n"
    "  agc to-code model.cpp --function step\n"
    "  agc explain model.cpp\n"
    "  agc run model.cpp -- 100";

int usage_error(const std::string& message, const CLI::App& app) {
  std::string program = "agc";
  for (const CLI::App* command : app.get_subcommands()) program += " " + command->get_name();
  SourceLines none;
  const Diagnostic diagnostic = plain_error("usage", message, "see " + program + " --help");
  std::cerr << render_text(diagnostic, none, {.color = wants_color(ColorChoice::Auto, 2)});
  return kUsageError;
}

bool is_command(const CLI::App& app, const std::string& name) {
  const auto has_name = [&](const CLI::App* command) { return command->get_name() == name; };
  return !app.get_subcommands(has_name).empty();
}

/// The words that could have been meant where an option or a command is unknown.
std::string suggestion(const CLI::App& app, const std::vector<std::string>& unknown) {
  std::vector<std::string> names;
  const CLI::App* command = app.get_subcommands().empty() ? &app : app.get_subcommands().front();
  for (const CLI::Option* option : command->get_options()) {
    for (const std::string& name : option->get_lnames()) names.push_back("--" + name);
  }
  if (command == &app) {
    for (const CLI::App* known : app.get_subcommands([](const CLI::App*) { return true; }))
      names.push_back(known->get_name());
  }
  for (const std::string& word : unknown) {
    if (const auto nearest = nearest_name(word.substr(0, word.find('=')), names))
      return "; did you mean '" + *nearest + "'?";
  }
  return "";
}

int run(const std::vector<std::string>& words) {
  CLI::App app("Converts annotated C++ into C++ that builds and runs graphs.", "agc");
  app.set_version_flag("--version", std::string("agc ") + AG_VERSION + " (Clang " + AG_CLANG_VERSION + ")");
  app.require_subcommand(1);
  app.footer(kFooter);
  Invocation invocation;
  add_convert_command(app, invocation);
  add_to_code_command(app, invocation);
  add_explain_command(app, invocation);
  add_graph_command(app, invocation);
  add_build_command(app, invocation);
  add_run_command(app, invocation);
  add_devices_command(app, invocation);

  Arguments arguments = split_arguments(words);
  if (!arguments.error.empty()) return usage_error(arguments.error, app);
  invocation.after_dashes = std::move(arguments.after_dashes);
  invocation.has_dashes = arguments.has_dashes;
  const std::string& first = arguments.own.empty() ? "" : arguments.own.front();
  if (!first.starts_with("-") && !is_command(app, first)) {
    if (first.empty())
      return usage_error("say what to do: convert, to-code, explain, graph, build, run or devices", app);
    return usage_error("unknown command '" + first + "'" + suggestion(app, {first}), app);
  }
  std::vector<std::string> reversed(arguments.own.rbegin(), arguments.own.rend());  // as CLI11 wants them
  try {
    app.parse(reversed);
    return invocation.action();
  } catch (const CLI::ExtrasError& error) {
    return usage_error("unknown argument '" + app.remaining(true).front() + "'" + suggestion(app, app.remaining(true)),
                       app);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);  // --help, --version
    const std::string message = error.what();
    return usage_error(message == "inputs is required" ? "no input file" : message, app);
  } catch (const UsageError& error) {
    return usage_error(error.message, app);
  }
}

}  // namespace
}  // namespace agc::tool

int main(int argc, char** argv) { return agc::tool::run({argv + 1, argv + argc}); }
