/// A debugger steps through the file that the user wrote, although another one was compiled.
#include <regex>

#include "support/catch.h"
#include "tools/agc_process.h"

using ag_test::ContainsSubstring;
using ag_test::has_program;
using ag_test::ProcessResult;
using ag_test::Workspace;

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

bool can_debug(const Workspace& space) {
  if (!has_program("gdb")) return false;
  // Containers may forbid to trace processes.
  const ProcessResult trial =
      ag_test::run_process({"gdb", "-nx", "-batch", "-ex", "run", "--args", "true"}, space.folder());
  return trial.exit_code == 0 && trial.out.find("exited normally") != std::string::npos;
}

}  // namespace

TEST_CASE("gdb stops and steps on lines of the source, and names them in a backtrace") {
  const Workspace space;
  if (!can_debug(space)) {
    WARN("skipped: gdb is not installed, or may not run programs here (tools/setup test installs it)");
    return;
  }
  if (AG_SANITIZED) {
    WARN("skipped: programs with a sanitizer do not run in gdb");
    return;
  }
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
