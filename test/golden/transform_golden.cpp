/// Converts every case of golden/transform and compares the converted file and the diagnostics with what is expected.
///
///     transform_golden [--accept] [part of a case's name]
///
/// With --accept the expected files are rewritten: look at the difference before you commit it.
#include <cstdio>
#include <string>
#include <string_view>

#include "agc/transform.h"
#include "diag/render.h"
#include "support/golden.h"

namespace {

std::string diagnostics_text(const std::vector<agc::Diagnostic>& diagnostics) {
  agc::SourceLines sources;
  std::string result;
  for (const agc::Diagnostic& diagnostic : diagnostics) result += agc::render_text(diagnostic, sources);
  return result;
}

}  // namespace

int main(int argc, char** argv) {
  bool accept = false;
  std::string filter;
  for (int k = 1; k < argc; ++k) {
    if (std::string_view(argv[k]) == "--accept") {
      accept = true;
    } else {
      filter = argv[k];
    }
  }
  const std::filesystem::path root(AG_GOLDEN_FOLDER);
  int run = 0, failed = 0;
  for (const auto& folder : ag_test::find_cases(root, "input.cpp")) {
    const std::string name = folder.lexically_relative(root).string();
    if (name.find(filter) == std::string::npos) continue;
    ++run;
    // The file is named as a user in its folder would name it, so that no path of this machine is expected.
    std::filesystem::current_path(folder);
    agc::TransformOptions options;
    options.file = "input.cpp";
    options.compile_command = {"-std=c++20", "-I" AG_RUNTIME_INCLUDE};
    const agc::TransformResult result = agc::transform(options);
    std::string wrong = ag_test::compare_golden(folder / "expected.cpp", result.text.value_or(""), accept);
    wrong += ag_test::compare_golden(folder / "expected.diag", diagnostics_text(result.diagnostics), accept);
    if (!result.text && result.diagnostics.empty()) wrong += "no output and no diagnostic\n";
    if (wrong.empty()) continue;
    ++failed;
    std::printf("FAILED %s: %s", name.c_str(), wrong.c_str());
  }
  std::printf("%d cases, %d failed\n", run, failed);
  return failed != 0 || run == 0;
}
