#include <unistd.h>

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

#include "arguments.h"
#include "commands.h"
#include "highlight.h"
#include "report.h"
#include "source_options.h"

namespace agc::tool {
namespace {

struct ToCodeOptions {
  SourceOptions source;
  std::string function;
};

/// `f` names ag::f and f; `a::f` only what ends so.
bool is_named(const std::string& qualified, const std::string& name) {
  if (qualified == name) return true;
  return qualified.size() > name.size() + 2 && qualified.ends_with(name) &&
         qualified.compare(qualified.size() - name.size() - 2, 2, "::") == 0;
}

Diagnostic no_such_function(const std::string& name, const std::vector<std::string>& names) {
  std::string remedy;
  if (names.empty()) {
    remedy = "no function is marked for conversion: write AG_FUNCTION (or AG_CONVERT) before its definition";
  } else if (const auto nearest = nearest_name(name, names)) {
    remedy = "did you mean '" + *nearest + "'?";
  } else {
    remedy = "converted are:";
    for (const std::string& known : names) remedy += " " + known;
  }
  return plain_error("no-such-function", "no converted function is called '" + name + "'", remedy);
}

void print_functions(const ToCodeOptions& options, Report& report) {
  const std::optional<RuntimeLocation> runtime = require_runtime(report);
  if (!runtime) return;
  const bool color = wants_color(options.source.color, STDOUT_FILENO);
  std::vector<std::string> names;
  bool printed = false;
  for (const std::string& input : options.source.inputs) {
    if (!check_readable(input, report)) continue;
    const std::optional<SourceCommand> command = source_command(input, options.source, report);
    if (!command) continue;
    const TransformResult result = convert_source(input, *command, *runtime, report);
    if (!result.text) continue;
    for (const ConvertedFunction& function : result.functions) {
      names.push_back(function.name);
      if (!options.function.empty() && !is_named(function.name, options.function)) continue;
      if (printed) std::cout << "\n";
      std::cout << (color ? highlight(function.text) : function.text);
      if (!function.text.ends_with('\n')) std::cout << "\n";
      printed = true;
    }
  }
  std::cout << std::flush;
  if (printed || report.has_errors()) return;
  if (!options.function.empty()) {
    report.add(no_such_function(options.function, names));
  } else {
    report.add(plain_error("nothing-to-convert",
                           "no function of '" + options.source.inputs.front() + "' is marked for conversion",
                           "write AG_FUNCTION (or AG_CONVERT) before the definition of a function on tensors"));
  }
}

}  // namespace

void add_to_code_command(CLI::App& app, Invocation& invocation) {
  auto options = std::make_shared<ToCodeOptions>();
  CLI::App* command = app.add_subcommand("to-code", "print the rewritten functions, formatted");
  add_source_options(*command, options->source);
  command->add_option("--function", options->function, "only the functions of this name, qualified or not")
      ->type_name("NAME");
  command->footer("What follows -- are compiler flags, in place of a compile database.");
  command->callback([options, &invocation] {
    take_flags(options->source, invocation);
    invocation.action = [options] {
      Report report(options->source.diagnostics, options->source.color);
      print_functions(*options, report);
      report.finish();
      return report.has_errors() ? kInputError : kSuccess;
    };
  });
}

}  // namespace agc::tool
