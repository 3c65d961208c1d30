#include <unistd.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <memory>
#include <string_view>

#include "agc/explain.h"
#include "commands.h"
#include "diag/render.h"
#include "function_choice.h"
#include "program_build.h"
#include "report.h"
#include "source_options.h"
#include "temporary_directory.h"

namespace agc::tool {
namespace {

struct ExplainOptions {
  SourceOptions source;
  std::string function;
  bool json = false;
  bool sarif = false;
  bool run = false;
};

/// Of one file; a refused function is explained as far as it goes.
Explanation explain_file(const std::string& input, const ExplainOptions& options, const RuntimeLocation& runtime,
                         Report& report, std::vector<FunctionName>& names) {
  Explanation result{input, {}};
  if (!check_readable(input, report)) return result;
  const std::optional<SourceCommand> command = source_command(input, options.source, report);
  if (!command) return result;
  TransformOptions wanted = transform_options(options.source);
  wanted.explain = true;
  // SARIF has the effects among its results already.
  wanted.warn_host_effects = options.source.warn_host_effects && !options.sarif;
  TransformResult converted = convert_source(input, *command, runtime, report, wanted);
  for (ExplainedFunction& function : converted.explanations) {
    names.push_back({function.name, function.signature});
    if (is_chosen(names.back(), options.function)) result.functions.push_back(std::move(function));
  }
  return result;
}

void print(const ExplainOptions& options, const std::vector<Explanation>& explanations, const Report& report) {
  if (options.json) {
    std::cout << render_json(explanations);
  } else if (options.sarif) {
    std::vector<Diagnostic> all;
    for (const Explanation& one : explanations) {
      const std::vector<Diagnostic> more = remarks(one);
      all.insert(all.end(), more.begin(), more.end());
    }
    all.insert(all.end(), report.diagnostics().begin(), report.diagnostics().end());
    SourceLines sources;
    std::cout << render_sarif(all, sources, AG_VERSION);
  } else {
    const bool color = wants_color(options.source.color, STDOUT_FILENO);
    bool first = true;
    for (const Explanation& one : explanations) {
      const std::string text = render_text(one, color);
      if (text.empty()) continue;
      if (!first) std::cout << "\n";
      std::cout << text;
      first = false;
    }
  }
  std::cout << std::flush;
}

void explain(const ExplainOptions& options, Report& report) {
  const std::optional<RuntimeLocation> runtime = require_runtime(report);
  if (!runtime) return;
  std::vector<FunctionName> names;
  std::vector<Explanation> explanations;
  for (const std::string& input : options.source.inputs) {
    explanations.push_back(explain_file(input, options, *runtime, report, names));
  }
  const bool any = std::any_of(explanations.begin(), explanations.end(),
                               [](const Explanation& one) { return !one.functions.empty(); });
  if (!any && !report.has_errors()) {
    report.add(options.function.empty() ? nothing_to_convert(options.source.inputs.front())
                                        : no_such_function(options.function, names));
  }
  // A program that reads JSON or SARIF gets a document, whatever happened.
  if (any || options.json || options.sarif) print(options, explanations, report);
}

/// A topic of AG_LOG: the beginning of its lines, and its title in the report.
struct Topic {
  std::string_view line, title;
};
constexpr Topic kTopics[] = {
    {"ag: retrace: ", "traced again  "}, {"ag: performance: ", "slow          "}, {"ag: warning: ", "warning       "}};

/// Builds the program, runs it, and prints the notes of the run: further traces with their reasons, and slow code. The
/// output of the program is not shown.
void print_run_notes(const ExplainOptions& options, Report& report) {
  const TemporaryDirectory folder;
  Interrupts interrupts([&folder] { folder.remove(); });
  if (!folder.error().empty()) return report.add(plain_error("cannot-write", folder.error()));
  const std::filesystem::path program = folder.path() / "program", said = folder.path() / "said.txt";
  const Progress progress(options.source.diagnostics);
  if (!build_program({options.source, "", false}, program, folder.path(), report, progress, interrupts)) return;
  progress.step("running");
  setenv("AG_LOG", "retrace,performance", 1);
  setenv("AG_EXECUTOR", "compiled", 0);
  const ProcessEnd end = Process({program.string()}, "", said.string(), interrupts).wait();
  if (!end.error.empty()) return report.add(plain_error("cannot-run", "the program cannot be started: " + end.error));
  std::cout << "\nwhile the program runs\n";
  bool any = false;
  std::ifstream text(said);
  for (std::string line; std::getline(text, line);) {
    for (const Topic& topic : kTopics) {
      const std::size_t at = line.find(topic.line);  // behind what the program has written of a line
      if (at == std::string::npos) continue;
      std::cout << "      | " << topic.title << line.substr(at + topic.line.size()) << "\n";
      any = true;
    }
  }
  if (!any) std::cout << "      | no function is traced again, and none is slow for a known reason\n";
  std::cout << std::flush;
}

}  // namespace

void add_explain_command(CLI::App& app, Invocation& invocation) {
  auto options = std::make_shared<ExplainOptions>();
  CLI::App* command = app.add_subcommand("explain", "say what is staged, and why");
  add_source_options(*command, options->source);
  command->add_option("--function", options->function, "only these functions: f, a::f, or f(Tensor, int)")
      ->type_name("NAME");
  CLI::Option* json = command->add_flag("--json", options->json, "as JSON, on standard output");
  CLI::Option* sarif =
      command->add_flag("--sarif", options->sarif, "as SARIF 2.1.0, with the diagnostics, for editors");
  sarif->excludes(json);
  command->add_flag("--run", options->run, "build the program and run it as well: further traces, and slow code")
      ->excludes(json)
      ->excludes(sarif);
  command->footer(
      "staged: a tensor decides, so the statement becomes a node of the graph. host: it runs as C++, while tracing.\n"
      "either: it is found out while tracing.\n"
      "What follows -- are compiler flags, in place of a compile database.");
  command->callback([options, &invocation] {
    take_flags(options->source, invocation);
    invocation.action = [options] {
      Report report(options->source.diagnostics, options->source.color);
      explain(*options, report);
      if (options->run && !report.has_errors()) print_run_notes(*options, report);
      report.finish();
      return report.has_errors() ? kInputError : kSuccess;
    };
  });
}

}  // namespace agc::tool
