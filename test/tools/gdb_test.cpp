/// A debugger steps through the file that the user wrote, although another one was compiled, and through native code.
#include <regex>

#include "support/catch.h"
#include "tools/agc_process.h"

using ag_test::ContainsSubstring;
using ag_test::has_program;
using ag_test::ProcessResult;
using ag_test::Workspace;

namespace gdb_test {
namespace {

const std::string kSource = R"(#include <ag/ag.h>
#include <iostream>
using ag::Tensor;

AG_CONVERT Tensor part(Tensor x) { return x / 2; }
AG_CONVERT Tensor halved(Tensor x) {
  Tensor half = part(x);
  Tensor old = half;
  if (half > 10) {
    half = part(old);
  }
  old = part(half);
  return old;
}

AG_FUNCTION Tensor rounds(Tensor x) {
  Tensor n = 0;
  while (x > 1) {
    x = halved(x);
    n += 1;
  }
  return n;
}

int main() {
  std::cout << rounds(ag::tensor(40.0)) << "\n";
}
)";

/// The source lines where gdb stopped: "9\t  if (half > 10) {".
std::vector<std::string> lines_shown(const std::string& out) {
  std::vector<std::string> result;
  const std::regex line("(?:^|\n)([0-9]+)\t([^\n]*)");
  for (auto it = std::sregex_iterator(out.begin(), out.end(), line); it != std::sregex_iterator(); ++it) {
    result.push_back((*it)[1].str() + "\t" + (*it)[2].str());
  }
  return result;
}

/// Says why not, where it cannot.
bool can_debug(const Workspace& space) {
  if (AG_SANITIZED) {
    WARN("skipped: programs with a sanitizer do not run in gdb");
    return false;
  }
  // Containers may forbid to trace processes.
  const auto runs = [&] {
    const ProcessResult trial =
        ag_test::run_process({"gdb", "-nx", "-batch", "-ex", "run", "--args", "true"}, space.folder());
    return trial.exit_code == 0 && trial.out.find("exited normally") != std::string::npos;
  };
  if (has_program("gdb") && runs()) return true;
  WARN("skipped: gdb is not installed, or may not run programs here (tools/setup test installs it)");
  return false;
}

}  // namespace

TEST_CASE("gdb stops and steps on lines of the source, and names them in a backtrace") {
  const Workspace space;
  if (!can_debug(space)) return;
  space.write("src/model.cpp", kSource);
  const ProcessResult built = space.agc({"build", "src/model.cpp", "-o", "model", "--", "-g", "-O0"});
  REQUIRE(built.exit_code == 0);
  const ProcessResult debugged = ag_test::run_process({"gdb",
                                                       "-nx",
                                                       "-batch",
                                                       "-ex",
                                                       "set width 0",
                                                       "-ex",
                                                       "break src/model.cpp:7",
                                                       "-ex",
                                                       "run",
                                                       "-ex",
                                                       "backtrace",
                                                       "-ex",
                                                       "next",
                                                       "-ex",
                                                       "next",
                                                       "-ex",
                                                       "break src/model.cpp:10",
                                                       "-ex",
                                                       "continue",
                                                       "-ex",
                                                       "break src/model.cpp:12",
                                                       "-ex",
                                                       "continue",
                                                       "-ex",
                                                       "next",
                                                       "model"},
                                                      space.folder());
  INFO(debugged.out << debugged.err);

  // The breakpoint is on the line that was asked for, and each step comes to the next line of the source.
  CHECK_THAT(debugged.out, ContainsSubstring("file src/model.cpp, line 7."));
  CHECK(lines_shown(debugged.out) == std::vector<std::string>{"7\t  Tensor half = part(x);", "8\t  Tensor old = half;",
                                                              "9\t  if (half > 10) {", "10\t    half = part(old);",
                                                              "12\t  old = part(half);", "13\t  return old;"});

  // The user's frames are named by the user's file: the callee, the loop's body, the function and main.
  for (const char* frame : {"halved (x=...) at src/model.cpp:7\n", " at src/model.cpp:19\n", " at src/model.cpp:18\n",
                            "main () at src/model.cpp:26\n"}) {
    CHECK_THAT(debugged.out, ContainsSubstring(frame));
  }
}

TEST_CASE("gdb stops in native code on lines of the source, and a backtrace names the function") {
  const Workspace space;
  if (!can_debug(space)) return;
  space.write("src/model.cpp", kSource);
  // What the compiler makes of the file has no lines: those that are found are of native code.
  REQUIRE(space.agc({"build", "src/model.cpp", "-o", "model", "--", "-g0"}).exit_code == 0);
  const std::vector<std::string> command = {"gdb",
                                            "-nx",
                                            "-batch",
                                            "-ex",
                                            "set width 0",
                                            "-ex",
                                            "set breakpoint pending on",
                                            "-ex",
                                            "break src/model.cpp:18",
                                            "-ex",
                                            "break src/model.cpp:5",
                                            "-ex",
                                            "run",
                                            "-ex",
                                            "backtrace",
                                            "-ex",
                                            "continue",
                                            "-ex",
                                            "info symbol $pc",
                                            "model"};
  // Kept code is found again; where nothing is kept it is a file all the same.
  for (const char* const cache : {"AG_CACHE=on", "AG_CACHE=on", "AG_CACHE=off"}) {
    const std::string folder = (space.folder() / "code").string(), temporary = (space.folder() / "tmp").string();
    std::filesystem::create_directories(temporary);
    const ProcessResult debugged = ag_test::run_process(
        command, space.folder(),
        {"AG_DEBUG=on", "AG_EXECUTOR=compiled", cache, "AG_CACHE_DIR=" + folder, "TMPDIR=" + temporary});
    INFO(debugged.out << debugged.err);
    CHECK_THAT(debugged.out, ContainsSubstring("rounds () at src/model.cpp:18\n18\t  while (x > 1) {\n"));
    CHECK_THAT(debugged.out, ContainsSubstring("#0  rounds () at src/model.cpp:18\n#1 "));
    CHECK_THAT(
        debugged.out,
        ContainsSubstring("rounds () at src/model.cpp:5\n5\tAG_CONVERT Tensor part(Tensor x) { return x / 2; }\n"));
    CHECK_THAT(debugged.out, ContainsSubstring("rounds [native]"));
  }
}

TEST_CASE("code without lines is another file of the cache, and what AG_DEBUG is must be known") {
  const Workspace space;
  if (AG_SANITIZED) return;  // the runtime of agc build has none
  space.write("model.cpp", kSource);
  REQUIRE(space.agc({"build", "model.cpp", "-o", "model"}).exit_code == 0);
  const auto files_after = [&](const char* debug) {
    const ProcessResult ran = ag_test::run_process(
        {"./model"}, space.folder(),
        {debug, "AG_EXECUTOR=compiled", "AG_CACHE=on", "AG_CACHE_DIR=" + (space.folder() / "code").string()});
    CHECK(ran.exit_code == 0);
    CHECK(ran.out == "3\n");
    if (std::string(debug) == "AG_DEBUG=yes") {
      CHECK(ran.err == "ag: note: compiled code has no lines of its source: AG_DEBUG is 'yes'; it is on or off\n");
    } else {
      CHECK(ran.err == "");
    }
    const std::filesystem::directory_iterator files(space.folder() / "code");
    return std::distance(begin(files), end(files));
  };
  const auto plain = files_after("AG_DEBUG=off");
  if (plain == 0) {
    WARN("skipped: the code generator is not built");
    return;
  }
  CHECK(plain == 1);
  CHECK(files_after("AG_DEBUG=on") == 2);
  CHECK(files_after("AG_DEBUG=on") == 2);
  CHECK(files_after("AG_DEBUG=yes") == 2);
}

}  // namespace gdb_test
