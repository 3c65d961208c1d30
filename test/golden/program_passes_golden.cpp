/// Runs a pass on every program of golden/program_passes/<pass>/<case>/input.program and compares the program that it
/// leaves with the expected one.
///
///     program_passes_golden [--accept] [part of a case's name]
///
/// With --accept the expected files are rewritten: look at the difference before you commit it.
#include "ops/table.h"
#include "pass_golden.h"
#include "program/program_text.h"
#include "program_passes/pipeline.h"

namespace {

std::string passed(const std::string& text, const std::string& selection) {
  ag::codegen::Program program = ag::codegen::parse(text, ag::ops::table(), "input.program");
  ag::ir::PassOptions options;
  options.verify = true;
  options.selection = selection;
  ag::codegen::run_program_passes(program, options);
  ag::codegen::PrintOptions print;
  print.locations = text.find('@') != std::string::npos;
  return ag::codegen::print(program, print);
}

}  // namespace

int main(int argc, char** argv) {
  return ag_test::run_pass_golden({AG_GOLDEN_FOLDER, "input.program", "expected.program", &passed}, argc, argv);
}
