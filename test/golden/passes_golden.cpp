/// Runs a pass on every graph of golden/passes/<pass>/<case>/input.graph and compares the graph that it leaves with the
/// expected one. The folder "all" is for the passes together, with a first line "// passes: …" for a choice of them.
///
///     passes_golden [--accept] [part of a case's name]
///
/// With --accept the expected files are rewritten: look at the difference before you commit it.
#include "graph/text.h"
#include "ops/table.h"
#include "pass_golden.h"
#include "passes/manager.h"

namespace {

std::string optimized(const std::string& text, const std::string& selection) {
  ag::ir::Graph graph = ag::ir::parse(text, ag::ops::table(), "input.graph");
  ag::ir::PassOptions options;
  options.verify = true;
  options.selection = selection;
  ag::passes::optimize(graph, options);
  ag::ir::PrintOptions print;
  print.locations = text.find('@') != std::string::npos;
  return ag::ir::print(graph, print);
}

}  // namespace

int main(int argc, char** argv) {
  return ag_test::run_pass_golden({AG_GOLDEN_FOLDER, "input.graph", "expected.graph", &optimized}, argc, argv);
}
