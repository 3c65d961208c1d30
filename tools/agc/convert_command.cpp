#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <memory>
#include <set>

#include "commands.h"
#include "converted_output.h"
#include "output_file.h"
#include "report.h"
#include "source_options.h"

namespace agc::tool {
namespace {

namespace fs = std::filesystem;

struct ConvertOptions {
  SourceOptions source;
  std::string output;
  std::string depfile;
  std::string source_map;
  std::string preamble_folder;
  bool check = false;
  bool time = false;
};

/// Where each input goes; empty names: to standard output.
std::vector<std::string> output_names(const ConvertOptions& options) {
  const std::vector<std::string>& inputs = options.source.inputs;
  if (options.check || options.output.empty()) return std::vector<std::string>(inputs.size());
  std::error_code error;
  const bool is_folder = fs::is_directory(options.output, error) || options.output.back() == '/';
  if (!is_folder && inputs.size() == 1) return {options.output};
  if (!is_folder && fs::exists(options.output, error)) {
    throw UsageError{"with more than one input, -o names a folder, and '" + options.output + "' is a file"};
  }
  std::vector<std::string> names;
  std::set<std::string> seen;
  for (const std::string& input : inputs) {
    names.push_back((fs::path(options.output) / fs::path(input).filename()).string());
    if (!seen.insert(names.back()).second) {
      throw UsageError{"two inputs would be written to '" + names.back() + "'; convert them into different folders"};
    }
  }
  return names;
}

void check_usage(const ConvertOptions& options, const std::vector<std::string>& outputs) {
  if (options.source.inputs.size() > 1 && options.output.empty() && !options.check) {
    throw UsageError{"with more than one input, -o is needed: the folder for the converted files"};
  }
  if (!options.depfile.empty() && options.output.empty())
    throw UsageError{"--depfile needs -o: a rule for which file?"};
  if (!options.depfile.empty() && options.check)
    throw UsageError{"--depfile and --check exclude each other: nothing is written"};
  if (!options.source_map.empty() && options.source.inputs.size() > 1) {
    throw UsageError{"--source-map is about one file; convert the others on their own"};
  }
  if (options.time && options.source.diagnostics != DiagnosticFormat::Text) {
    throw UsageError{"--time and --diagnostics exclude each other: both use standard error"};
  }
  for (const std::string& input : options.source.inputs) {
    for (const std::string& output : outputs) {
      if (!output.empty() && is_same_file(input, output)) {
        throw UsageError{"the output '" + output + "' is the input '" + input + "'; agc never overwrites a source"};
      }
    }
    if (!options.depfile.empty() && is_same_file(input, options.depfile)) {
      throw UsageError{"the depfile '" + options.depfile + "' is the input '" + input + "'"};
    }
    if (!options.source_map.empty() && is_same_file(input, options.source_map)) {
      throw UsageError{"the source map '" + options.source_map + "' is the input '" + input + "'"};
    }
  }
}

void write_output(const std::string& input, const std::string& output, const TransformResult& result, Report& report) {
  if (!output.empty()) {
    write_converted(output, result, report);
  } else if (result.headers.empty()) {
    std::cout << *result.text << std::flush;
  } else {
    report.add(plain_error("cannot-write",
                           "'" + input + "' is converted together with the header '" + result.headers.front().file +
                               "', and both do not fit on standard output",
                           "name the converted file with -o; agc to-code shows the functions alone"));
  }
}

void write_source_map(const ConvertOptions& options, const std::string& output, const TransformResult& result,
                      Report& report) {
  const std::string map = render_source_map(result, options.source.inputs.front(), output);
  const std::string error = write_whole(options.source_map, map);
  if (!error.empty()) report.add(plain_error("cannot-write", "cannot write '" + options.source_map + "': " + error));
}

void print_timing(const std::string& input, const Timing& timing) {
  std::fprintf(stderr, "%s: parse %.3f s, convert %.3f s, emit %.3f s\n", input.c_str(), timing.parse, timing.convert,
               timing.emit);
}

void convert_files(const ConvertOptions& options, const std::vector<std::string>& outputs, Report& report) {
  const std::optional<RuntimeLocation> runtime = require_runtime(report);
  if (!runtime) return;
  std::error_code error;
  if (!options.output.empty() && (options.source.inputs.size() > 1 || options.output.back() == '/')) {
    // A folder that cannot be made is reported when the first file is written into it.
    fs::create_directories(options.output, error);
  }
  std::string rules;
  for (std::size_t i = 0; i < outputs.size(); ++i) {
    const std::string& input = options.source.inputs[i];
    if (!check_readable(input, report)) continue;
    const std::optional<SourceCommand> command = source_command(input, options.source, report);
    if (!command) continue;
    TransformOptions wanted = transform_options(options.source);
    wanted.all_texts = false;
    wanted.preamble_folder = options.preamble_folder;
    wanted.header_folder = outputs[i].empty() ? "" : header_folder(outputs[i]);
    const TransformResult result = convert_source(input, *command, *runtime, report, wanted);
    if (options.time) print_timing(input, result.timing);
    if (!result.text) continue;
    // A build system hands over every file of a target; a person has probably forgotten the annotation.
    if (result.functions.empty() && !result.leaves_functions && options.depfile.empty()) {
      report.add(file_warning("nothing-to-convert", input, "no function of this file is marked for conversion",
                              "write AG_FUNCTION (or AG_CONVERT) before the definition of a function on tensors"));
    }
    if (!options.source_map.empty()) write_source_map(options, outputs[i], result, report);
    if (options.check) continue;
    write_output(input, outputs[i], result, report);
    if (!options.depfile.empty()) rules += depfile_rule(outputs[i], result.dependencies);
  }
  if (options.depfile.empty() || report.has_errors()) return;
  const std::string problem = write_whole(options.depfile, rules);
  if (!problem.empty()) report.add(plain_error("cannot-write", "cannot write '" + options.depfile + "': " + problem));
}

int convert(const ConvertOptions& options) {
  const std::vector<std::string> outputs = output_names(options);
  check_usage(options, outputs);
  Report report(options.source.diagnostics, options.source.color);
  convert_files(options, outputs, report);
  report.finish();
  return report.has_errors() ? kInputError : kSuccess;
}

}  // namespace

void add_convert_command(CLI::App& app, Invocation& invocation) {
  auto options = std::make_shared<ConvertOptions>();
  CLI::App* command = app.add_subcommand("convert", "rewrite annotated functions into graph-building code");
  add_source_options(*command, options->source);
  command->add_option(
      "-o,--output", options->output,
      "converted file; with several inputs a folder. Without it, or with -, one file goes to standard output");
  command->add_option("--depfile", options->depfile, "write which files the output depends on, as a rule of make")
      ->type_name("FILE");
  command
      ->add_option("--source-map", options->source_map,
                   "write which columns of the converted file come from which of the source, as JSON")
      ->type_name("FILE");
  command
      ->add_option("--preambles", options->preamble_folder,
                   "folder for a precompiled <ag/ag.h>, which conversions with the same compiler flags share")
      ->type_name("DIR");
  command->add_flag("--check", options->check, "only report what is wrong; write nothing");
  command->add_flag("--time", options->time,
                    "print the seconds spent parsing, converting and emitting to standard error");
  command->footer("What follows -- are compiler flags, in place of a compile database.");
  command->callback([options, &invocation] {
    take_flags(options->source, invocation);
    if (options->output == "-") options->output.clear();
    invocation.action = [options] { return convert(*options); };
  });
}

}  // namespace agc::tool
