/// Runs a pass on every graph of golden/passes/<pass>/<case>/input.graph and compares the graph that it leaves with what
/// is expected. The folder "all" is for the passes together, with a first line "// passes: …" for a choice of them.
///
///     passes_golden [--accept] [part of a case's name]
///
/// With --accept the expected files are rewritten: look at the difference before you commit it.
#include <cstdio>
#include <string>
#include <string_view>

#include "graph/text.h"
#include "ops/table.h"
#include "passes/manager.h"
#include "support/golden.h"

namespace {

std::string optimized(const std::string& text, const std::string& pass) {
  ag::ir::Graph graph = ag::ir::parse(text, ag::ops::table(), "input.graph");
  ag::passes::Options options;
  options.verify = true;
  options.selection = pass;
  constexpr std::string_view kChoice = "// passes: ";
  if (text.starts_with(kChoice)) options.selection = text.substr(kChoice.size(), text.find('\n') - kChoice.size());
  ag::passes::optimize(graph, options);
  ag::ir::PrintOptions print;
  print.locations = text.find('@') != std::string::npos;
  return ag::ir::print(graph, print);
}

}  // namespace

int main(int argc, char** argv) {
  bool accept = false;
  std::string filter;
  for (int k = 1; k < argc; ++k) {
    if (std::string_view(argv[k]) == "--accept")
      accept = true;
    else
      filter = argv[k];
  }
  const std::filesystem::path root(AG_GOLDEN_FOLDER);
  int run = 0, failed = 0;
  for (const auto& folder : ag_test::find_cases(root, "input.graph")) {
    const std::string name = folder.lexically_relative(root).string();
    if (name.find(filter) == std::string::npos) continue;
    ++run;
    std::string difference;
    try {
      const std::string text = ag_test::read_file(folder / "input.graph");
      difference = ag_test::compare_golden(folder / "expected.graph",
                                           optimized(text, name.substr(0, name.find('/'))), accept);
    } catch (const std::exception& error) {
      difference = std::string(error.what()) + "\n";
    }
    if (difference.empty()) continue;
    ++failed;
    std::printf("%s: %s", name.c_str(), difference.c_str());
  }
  std::printf("%d cases, %d failed\n", run, failed);
  return failed != 0 || run == 0;
}
