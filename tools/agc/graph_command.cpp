#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdlib>
#include <fstream>
#include <iostream>
#include <memory>
#include <optional>
#include <sstream>

#include "commands.h"
#include "function_choice.h"
#include "program_build.h"
#include "temporary_directory.h"

namespace agc::tool {
namespace {

namespace fs = std::filesystem;

struct GraphOptions {
  ProgramOptions program;
  std::vector<std::string> stages = {"optimized"};
  std::string function;
  std::optional<std::string> passes;
};

/// What the runtime has written of one function.
struct Section {
  std::string function;
  std::string text;
};

/// A section begins with a line "// program of f" or "// f after cse, round 1".
std::vector<Section> read_sections(const fs::path& file) {
  constexpr std::string_view kOf = " of ", kAfter = " after ";
  std::vector<Section> sections;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("// ")) {
      const std::size_t after = line.find(kAfter), of = line.find(kOf);
      const bool is_pass = after != std::string::npos;
      sections.push_back({is_pass                   ? line.substr(3, after - 3)
                          : of == std::string::npos ? ""
                                                    : line.substr(of + kOf.size()),
                          ""});
    }
    if (!sections.empty()) sections.back().text += line + "\n";
  }
  return sections;
}

/// Prints the sections of the chosen functions.
void print(const GraphOptions& options, const std::vector<Section>& sections, Report& report) {
  std::vector<FunctionName> names;
  std::string text;
  for (const Section& section : sections) {
    names.push_back({section.function, ""});
    if (is_chosen(names.back(), options.function)) text += section.text;
  }
  if (!text.empty()) {
    while (text.ends_with("\n\n")) text.pop_back();
    std::cout << text << std::flush;
  } else if (!sections.empty()) {
    report.add(no_such_function(options.function, names));
  } else {
    report.add(plain_error("nothing-traced", "the program has called no function that is marked AG_FUNCTION"));
  }
}

/// Builds the program and runs it, as its user would: graphs are of the arguments that functions are called with.
void show(const GraphOptions& options, const std::vector<std::string>& program_arguments, Report& report) {
  const TemporaryDirectory folder;
  Interrupts interrupts([&folder] { folder.remove(); });
  if (!folder.error().empty()) return report.add(plain_error("cannot-write", folder.error()));
  const fs::path program = folder.path() / fs::path(options.program.source.inputs.front()).stem();
  const fs::path said = folder.path() / "said.txt", shown = folder.path() / "shown.txt";
  const Progress progress(options.program.source.diagnostics);
  if (!build_program(options.program, program, folder.path(), report, progress, interrupts)) return;
  progress.step("running");
  std::string stages;
  bool code = false;
  for (const std::string& stage : options.stages) {
    stages += (stages.empty() ? "" : ",") + stage;
    code = code || stage == "program" || stage == "llvm" || stage == "asm";
  }
  setenv("AG_DUMP", stages.c_str(), 1);
  if (options.passes) setenv("AG_PASSES", options.passes->c_str(), 1);
  setenv("AG_DUMP_FILE", shown.c_str(), 1);
  setenv("AG_EXECUTOR", code ? "compiled" : "interpreter", 1);
  std::vector<std::string> command = {program.string()};
  command.insert(command.end(), program_arguments.begin(), program_arguments.end());
  const ProcessEnd end = Process(command, "", said.string(), interrupts).wait();
  if (!end.error.empty()) return report.add(plain_error("cannot-run", "the program cannot be started: " + end.error));
  if (interrupts.received() != 0) return;
  if (!end.ok()) {
    std::ostringstream output;
    output << std::ifstream(said).rdbuf();
    std::cerr << output.str();
    const std::string how = end.signal != 0 ? "was ended by signal " + std::to_string(end.signal)
                                            : "ended with exit code " + std::to_string(end.exit_code);
    report.add(plain_error("program-ended", "the program " + how));
  }
  const std::vector<Section> sections = read_sections(shown);
  if (end.ok() || !sections.empty()) print(options, sections, report);
}

}  // namespace

void add_graph_command(CLI::App& app, Invocation& invocation) {
  auto options = std::make_shared<GraphOptions>();
  CLI::App* command = app.add_subcommand("graph", "build a program, run it, and show what its functions become");
  add_program_options(*command, options->program);
  command->remove_option(command->get_option("--eager"));
  command->add_option("--function", options->function, "only these functions: f, or a::f")->type_name("NAME");
  command
      ->add_option("--stage", options->stages,
                   "traced: the graph as it was traced; passes: after each pass that changed it; optimized; dot: a "
                   "picture for Graphviz; plan: what the interpreter runs; machine: the caches and "
                   "vectors that native code is made for; program_passes: the loops of native code "
                   "after each pass that changed them; "
                   "program: the final loops; llvm; asm; or "
                   "several with commas between them")
      ->type_name("STAGE")
      ->delimiter(',')
      ->check(CLI::IsMember(
          {"traced", "passes", "optimized", "dot", "plan", "machine", "program_passes", "program", "llvm", "asm"}))
      ->capture_default_str();
  command
      ->add_option("--passes", options->passes,
                   "which passes optimize the graph: names with commas between them, none, or -name for all but one")
      ->type_name("PASSES");
  command->footer(
      "A function has a graph for each signature that it is called with. What the program prints is not shown.\n"
      "What follows -- are the program's arguments; compiler flags are given with --extra-arg.");
  command->callback([options, &invocation] {
    invocation.action = [options, arguments = invocation.after_dashes] {
      Report report(options->program.source.diagnostics, options->program.source.color);
      show(*options, arguments, report);
      report.finish();
      return report.has_errors() ? kInputError : kSuccess;
    };
  });
}

}  // namespace agc::tool
