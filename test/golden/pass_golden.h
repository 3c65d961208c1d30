#pragma once
/// Golden tests of passes: folders <root>/<pass>/<case> with an input and the text that the pass leaves.
#include <cstdio>
#include <string>
#include <string_view>

#include "support/golden.h"

namespace ag_test {

/// A golden test in text form.
struct PassGolden {
  std::filesystem::path root;
  std::string input;     // the name of a file
  std::string expected;  // likewise
  /// Returns the text after the selected passes.
  std::string (*run)(const std::string& text, const std::string& selection);
};

/// Runs the cases whose names contain the word of the command line, "--accept" rewrites their expected files. The
/// selection is the folder below the root, or that of a first line "// passes: …". Returns the exit code.
inline int run_pass_golden(const PassGolden& golden, int argc, char** argv) {
  bool accept = false;
  std::string filter;
  for (int k = 1; k < argc; ++k) {
    if (std::string_view(argv[k]) == "--accept")
      accept = true;
    else
      filter = argv[k];
  }
  int run = 0, failed = 0;
  for (const auto& folder : find_cases(golden.root, golden.input)) {
    const std::string name = folder.lexically_relative(golden.root).string();
    if (name.find(filter) == std::string::npos) continue;
    ++run;
    std::string difference;
    try {
      const std::string text = read_file(folder / golden.input);
      std::string selection = name.substr(0, name.find('/'));
      constexpr std::string_view kChoice = "// passes: ";
      if (text.starts_with(kChoice)) selection = text.substr(kChoice.size(), text.find('\n') - kChoice.size());
      difference = compare_golden(folder / golden.expected, golden.run(text, selection), accept);
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

}  // namespace ag_test
