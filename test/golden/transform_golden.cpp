/// Converts every case of golden/transform and compares the converted file and the diagnostics with what is expected.
///
///     transform_golden [--accept] [part of a case's name]
///
/// With --accept the expected files are rewritten: look at the difference before you commit it.
#include <cstdio>
#include <cstdlib>
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

/// <ag/ag.h>, parsed once for all cases: it is most of what one of them costs. Gone with the object.
class PrecompiledHeader {
 public:
  PrecompiledHeader() {
    std::string folder = (std::filesystem::temp_directory_path() / "transform_golden.XXXXXX").string();
    if (mkdtemp(folder.data()) == nullptr) return;
    folder_ = folder;
    const std::string file = folder + "/ag.pch";
    const std::string command = "\"" AG_CLANG "\" -w -std=c++20 -DAG_CONVERTED=1 \"-I" AG_RUNTIME_INCLUDE
                                "\" -fpch-instantiate-templates -x c++-header \"" AG_RUNTIME_INCLUDE
                                "/ag/ag.h\" -o \"" +
                                file + "\" 2>/dev/null";
    if (std::system(command.c_str()) == 0) file_ = file;
  }
  PrecompiledHeader(const PrecompiledHeader&) = delete;
  PrecompiledHeader& operator=(const PrecompiledHeader&) = delete;
  ~PrecompiledHeader() {
    std::error_code ignored;
    if (!folder_.empty()) std::filesystem::remove_all(folder_, ignored);
  }
  /// Nothing where there is no Clang to make it with: then every case parses the header itself.
  std::vector<std::string> flags() const {
    return file_.empty() ? std::vector<std::string>{} : std::vector<std::string>{"-include-pch", file_};
  }

 private:
  std::string folder_;
  std::string file_;
};

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
  const PrecompiledHeader header;
  int run = 0, failed = 0;
  for (const auto& folder : ag_test::find_cases(root, "input.cpp")) {
    const std::string name = folder.lexically_relative(root).string();
    if (name.find(filter) == std::string::npos) continue;
    ++run;
    // The file is named as a user in its folder would name it, so that no path of this machine is expected.
    std::filesystem::current_path(folder);
    agc::TransformOptions options;
    options.file = "input.cpp";
    options.header_folder = "expected.cpp.headers";
    // Where a file "eager" stands, functions may be left to run eagerly.
    options.strict = !std::filesystem::exists("eager");
    options.compile_command = {"-std=c++20", "-I" AG_RUNTIME_INCLUDE};
    if (ag_test::read_file("input.cpp").find("#include <ag/ag.h>") != std::string::npos) {
      for (const std::string& flag : header.flags()) options.compile_command.push_back(flag);
    }
    const agc::TransformResult result = agc::transform(options);
    std::string wrong = ag_test::compare_golden(folder / "expected.cpp", result.text.value_or(""), accept);
    for (const agc::ConvertedHeader& copy : result.headers) {
      if (accept) std::filesystem::create_directories(options.header_folder);
      wrong += ag_test::compare_golden(folder / options.header_folder / copy.name, copy.text, accept);
    }
    wrong += ag_test::compare_golden(folder / "expected.diag", diagnostics_text(result.diagnostics), accept);
    if (!result.text && result.diagnostics.empty()) wrong += "no output and no diagnostic\n";
    if (wrong.empty()) continue;
    ++failed;
    std::printf("FAILED %s: %s", name.c_str(), wrong.c_str());
  }
  std::printf("%d cases, %d failed\n", run, failed);
  return failed != 0 || run == 0;
}
