/// `agc convert --preambles`: conversions with the same flags share a precompiled <ag/ag.h>, and nothing else changes.
#include <algorithm>
#include <set>
#include <sstream>

#include "support/catch.h"
#include "tools/agc_process.h"

using ag_test::ContainsSubstring;
using ag_test::ProcessResult;
using ag_test::Workspace;

namespace preambles_test {
namespace {

namespace fs = std::filesystem;

const std::string kBody =
    "AG_FUNCTION ag::Tensor halved(ag::Tensor x) {\n"
    "  while (ag::sum(x) > 1) x = x / 2;\n"
    "  return x;\n"
    "}\n";
const std::string kTraced = "#include <ag/ag.h>\n\n" + kBody;

/// A folder in which files are converted to `plain/`, and with precompiled headers to `shared/`.
class Conversions {
 public:
  Workspace space;

  ProcessResult convert(const std::string& file, const std::vector<std::string>& flags, bool shared) const {
    const std::string output = shared ? "shared/out.cpp" : "plain/out.cpp";
    fs::create_directories((space.folder() / output).parent_path());
    std::vector<std::string> command{"convert", file, "-o", output, "--depfile", output + ".d"};
    if (shared) command.insert(command.end(), {"--preambles", "preambles"});
    command.push_back("--");
    command.insert(command.end(), flags.begin(), flags.end());
    return space.agc(command);
  }
  /// Converts the file in both ways and checks that the results are the same.
  void check_alike(const std::string& file, const std::vector<std::string>& flags = {}, int exit_code = 0) const {
    CAPTURE(file);
    const ProcessResult plain = convert(file, flags, false), shared = convert(file, flags, true);
    CHECK(plain.exit_code == exit_code);
    CHECK(shared.exit_code == exit_code);
    CHECK(plain.err == shared.err);
    if (exit_code != 0) return;
    CHECK(space.read("plain/out.cpp") == space.read("shared/out.cpp"));
    CHECK(dependencies("plain/out.cpp.d") == dependencies("shared/out.cpp.d"));
    const std::string header = "out.cpp.headers/guarded.h";
    if (space.exists("plain/" + header)) CHECK(space.read("plain/" + header) == space.read("shared/" + header));
  }
  /// The precompiled headers, with the times at which they were written.
  std::set<std::pair<std::string, fs::file_time_type>> preambles() const {
    std::set<std::pair<std::string, fs::file_time_type>> result;
    if (!fs::exists(space.folder() / "preambles")) return result;
    for (const auto& one : fs::directory_iterator(space.folder() / "preambles")) {
      if (one.path().extension() == ".pch") result.emplace(one.path().filename(), one.last_write_time());
    }
    return result;
  }

 private:
  std::set<std::string> dependencies(const std::string& file) const {
    std::istringstream words(space.read(file));
    std::set<std::string> result;
    for (std::string word; std::getline(words, word);) {
      if (word.find(".cpp:") == std::string::npos) result.insert(word.substr(0, word.find(" \\")));
    }
    return result;
  }
};

}  // namespace

TEST_CASE("conversions with the same flags share one precompiled header") {
  const Conversions files;
  files.space.write("a.cpp", kTraced);
  files.space.write("b.cpp", "#include <vector>\n" + kTraced);
  files.check_alike("a.cpp");
  const auto first = files.preambles();
  CHECK(first.size() == 1);
  files.check_alike("b.cpp");
  CHECK(files.preambles() == first);
  files.check_alike("b.cpp", {"-DOTHER"});
  CHECK(files.preambles().size() == 2);
}

TEST_CASE("a file that a precompiled header does not suit is converted as without it") {
  const Conversions files;
  files.space.write("guarded.h", "#ifndef GUARDED_H\n#define GUARDED_H\n#include \"ag/ag.h\"\n" + kBody + "#endif\n");
  files.space.write("header.cpp", "#include \"guarded.h\"\nag::Tensor used(ag::Tensor x) { return halved(x); }\n");
  files.space.write("macro.cpp", "#define sum other_sum\n#undef sum\n" + kTraced);
  files.space.write("condition.cpp", "#if 1\n#include <cmath>\n#endif\n" + kTraced);
  files.space.write("alone.cpp", "namespace ag { struct Tensor {}; }\nag::Tensor f(ag::Tensor x) { return x; }\n");
  files.space.write("error.cpp", kTraced + "int f() { return no_such_name; }\n");
  files.space.write("first.h", kTraced);
  files.space.write("second.cpp", "int twice(int n) { return 2 * n; }\n");
  for (const char* name : {"header.cpp", "macro.cpp", "condition.cpp", "alone.cpp"}) files.check_alike(name);
  files.check_alike("error.cpp", {}, 1);
  files.check_alike("header.cpp", {"-Iinclude"});
  files.check_alike("second.cpp", {"-include", "first.h"}, 1);
}

TEST_CASE("a changed header renews the precompiled one, and a broken one is replaced") {
  const Conversions files;
  const auto write_header = [&](const std::string& text) {
    files.space.write("include/ag/ag.h", "#pragma once\n#pragma GCC system_header\n#include_next <ag/ag.h>\n" + text);
  };
  const std::vector<std::string> flags{"-I" + (files.space.folder() / "include").string()};
  write_header("");
  files.space.write("a.cpp", kTraced);
  files.space.write("b.cpp", kTraced + "int known() { return ag::added_constant; }\n");
  files.check_alike("a.cpp", flags);
  files.check_alike("b.cpp", flags, 1);
  write_header("namespace ag { constexpr int added_constant = 3; }\n");
  CHECK(files.convert("b.cpp", flags, true).exit_code == 0);
  files.check_alike("b.cpp", flags);

  REQUIRE(files.preambles().size() == 1);
  files.space.write("preambles/" + files.preambles().begin()->first, "broken");
  files.check_alike("a.cpp", flags);
}

TEST_CASE("a precompiled header among the flags is read") {
  const Conversions files;
  files.space.write("a.cpp", kTraced);
  for (const bool shared : {false, true}) {
    const ProcessResult result = files.convert("a.cpp", {"-include-pch", "no_such.pch"}, shared);
    CHECK(result.exit_code == 1);
    CHECK_THAT(result.err, ContainsSubstring("no_such.pch"));
  }
}

TEST_CASE("where no precompiled header can be written, files are converted as without it") {
  const Conversions files;
  files.space.write("preambles", "a file in place of the folder");
  files.space.write("a.cpp", kTraced);
  files.check_alike("a.cpp");
}

}  // namespace preambles_test
