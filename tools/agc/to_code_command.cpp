#include <unistd.h>

#include <CLI/CLI.hpp>
#include <iostream>
#include <memory>

#include "commands.h"
#include "function_choice.h"
#include "highlight.h"
#include "instance_text.h"
#include "report.h"
#include "source_options.h"
#include "unified_diff.h"

namespace agc::tool {
namespace {

struct ToCodeOptions {
  SourceOptions source;
  std::string function;
  bool diff = false;
  bool verbose = false;
};

/// The tree of each chosen function, as it was read and after each converter that changed it.
void print_stages(const TransformResult& result, const ToCodeOptions& options) {
  std::string function, tree;
  for (const Stage& stage : result.stages) {
    if (!is_chosen({stage.function, stage.signature}, options.function)) continue;
    const bool first = stage.converter.empty();
    if (!first && stage.tree == tree) {
      std::cout << "// " << stage.converter << ": nothing to do\n";
      continue;
    }
    tree = stage.tree;
    std::cout << "// " << (first ? "as it is read" : "after " + stage.converter) << "\n" << stage.tree << "\n";
  }
}

void print_function(const ConvertedFunction& function, const std::string& input, const ToCodeOptions& options,
                    bool color) {
  const std::string& file = function.file;
  if (!options.diff) {
    // With several files, or from a header, a comment says where this is from.
    if (options.source.inputs.size() > 1 || file != input) std::cout << "// " << file << ":" << function.line << "\n";
    std::cout << (color ? highlight(function.text) : function.text);
    if (!function.text.ends_with('\n')) std::cout << "\n";
    return;
  }
  DiffOptions diff;
  diff.old_name = file;
  diff.new_name = file + " (converted)";
  diff.first_line = function.line;
  diff.color = color;
  std::cout << unified_diff(function.original, function.in_place, diff);
}

void print_functions(const ToCodeOptions& options, Report& report) {
  const std::optional<RuntimeLocation> runtime = require_runtime(report);
  if (!runtime) return;
  const bool color = wants_color(options.source.color, STDOUT_FILENO);
  std::vector<FunctionName> names;
  bool printed = false;
  for (const std::string& input : options.source.inputs) {
    if (!check_readable(input, report)) continue;
    const std::optional<SourceCommand> command = source_command(input, options.source, report);
    if (!command) continue;
    TransformOptions wanted = transform_options(options.source);
    wanted.stages = options.verbose;
    const TransformResult result = convert_source(input, *command, *runtime, report, wanted);
    if (options.verbose) print_stages(result, options);
    if (!result.text) continue;
    for (const ConvertedFunction& function : result.functions) {
      names.push_back({function.name, function.signature});
      for (const Instance& instance : function.instances) {
        names.push_back({instance.name, function.signature});
        if (options.diff || !is_chosen_instance(instance.name, options.function)) continue;
        if (printed) std::cout << "\n";
        ConvertedFunction one = function;
        one.text = instance_text(function, instance);
        print_function(one, input, options, color);
        printed = true;
      }
      if (!is_chosen({function.name, function.signature}, options.function)) continue;
      if (printed && !options.diff) std::cout << "\n";
      print_function(function, input, options, color);
      printed = true;
    }
  }
  std::cout << std::flush;
  if (printed || report.has_errors()) return;
  if (!options.function.empty()) {
    report.add(no_such_function(options.function, names));
  } else {
    report.add(nothing_to_convert(options.source.inputs.front()));
  }
}

}  // namespace

void add_to_code_command(CLI::App& app, Invocation& invocation) {
  auto options = std::make_shared<ToCodeOptions>();
  CLI::App* command = app.add_subcommand("to-code", "print the rewritten functions, formatted");
  add_source_options(*command, options->source);
  command
      ->add_option("--function", options->function,
                   "only these functions: f, a::f, f(Tensor, int), or f<float>: one instantiation")
      ->type_name("NAME");
  command->add_flag("--diff", options->diff, "what changes in the source, as diff -u shows it");
  command->add_flag("--verbose", options->verbose, "before it, the tree of each function after every converter");
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
