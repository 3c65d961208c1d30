/// `agc build` and `agc run`: from sources to a program, with both compilers, and what is said where it does not work.
#include <filesystem>

#include "support/catch.h"
#include "tools/agc_process.h"

using ag_test::ContainsSubstring;
using ag_test::ProcessResult;
using ag_test::Workspace;

namespace build_test {
namespace {

namespace fs = std::filesystem;

// Without the runtime's header, so that it compiles at once.
const std::string kEcho = R"(#include <cstdio>
#include <cstdlib>
int main(int argc, char** argv) {
  for (int i = 1; i < argc; ++i) std::printf("[%s]", argv[i]);
  if (argc > 2) std::abort();
  return argc == 2 ? std::atoi(argv[1]) : 0;
}
)";

const std::string kModel = R"(#include <ag/ag.h>

#include <iostream>

using ag::Tensor;

AG_FUNCTION Tensor collatz(Tensor n) {
  Tensor steps = 0;
  while (n != 1) {
    if (n % 2 == 0) {
      n = n / 2;
    } else {
      n = 3 * n + 1;
    }
    steps += 1;
  }
  return steps;
}

int main() {
  std::cout << collatz(Tensor(27)).item<int>() << " steps, " << (AG_CONVERTED ? "converted" : "plain") << "\n";
}
)";

void check_input_error(const ProcessResult& result, const std::string& message) {
  CHECK(result.exit_code == 1);
  CHECK_THAT(result.err, ContainsSubstring(message));
  CHECK_THAT(result.err, ContainsSubstring("error generated.\n"));
}

}  // namespace

TEST_CASE("run converts, compiles, links and runs, with g++ and with clang++") {
  const Workspace space;
  space.write("model.cpp", kModel);
  for (const char* compiler : {"g++", "clang++-19"}) {
    if (!ag_test::has_program(compiler) || (AG_SANITIZED && compiler != std::string("g++"))) continue;
    CAPTURE(compiler);
    const ProcessResult converted = space.agc({"run", "model.cpp", "--compiler", compiler});
    CHECK(converted.err == "");
    CHECK(converted.out == "111 steps, converted\n");
    CHECK(converted.exit_code == 0);
    const ProcessResult plain = space.agc({"run", "model.cpp", "--eager", "--compiler", compiler});
    CHECK(plain.out == "111 steps, plain\n");
    CHECK(plain.exit_code == 0);
  }
  CHECK(space.names() == std::vector<std::string>{"model.cpp"});
}

TEST_CASE("a program of annotated, plain and compiled parts is built and runs from anywhere") {
  const Workspace space;
  space.write("src/model.cpp", R"(#include <ag/ag.h>
#include "parts.h"
AG_FUNCTION ag::Tensor twice(ag::Tensor x) {
  if (x > 0) {
    x = x + x;
  }
  return x;
}
int main() { return twice(ag::Tensor(10)).item<int>() + plain() + compiled() + FLAG; }
)");
  space.write("src/parts.h", "int plain();\nint compiled();\n");
  space.write("plain.cpp", "int plain() { return 1; }\n");
  space.write("compiled.cpp", "int compiled() { return 2; }\n");
  REQUIRE(ag_test::run_process({"g++", "-c", "compiled.cpp"}, space.folder()).exit_code == 0);
  const ProcessResult result =
      space.agc({"build", "src/model.cpp", "plain.cpp", "compiled.o", "-o", "out", "--", "-O0", "-DFLAG=4", "-lm"});
  CHECK(result.err == "");
  REQUIRE(result.exit_code == 0);
  CHECK(ag_test::run_process({(space.folder() / "out").string()}, "/").exit_code == 27);
}

TEST_CASE("run hands over arguments and gives back the exit code") {
  const Workspace space;
  space.write("echo.cpp", kEcho);
  const ProcessResult result = space.agc({"run", "echo.cpp", "--eager", "--", "7"});
  CHECK(result.out == "[7]");
  CHECK(result.err.empty());
  CHECK(result.exit_code == 7);
  // What looks like an option of agc, or like a response file, is the program's here.
  const ProcessResult own = space.agc({"run", "echo.cpp", "--eager", "--", "--eager"});
  CHECK(own.out == "[--eager]");
  CHECK(space.agc({"run", "echo.cpp", "--eager", "--", "@nothing"}).out == "[@nothing]");

  const ProcessResult crashed = space.agc({"run", "echo.cpp", "--eager", "--", "a", "b"});
  CHECK(crashed.exit_code == 128 + 6);
  CHECK_THAT(crashed.err, ContainsSubstring("the program was ended by signal 6"));
}

TEST_CASE("without any annotation build says so, and builds") {
  const Workspace space;
  space.write("echo.cpp", kEcho);
  const ProcessResult result = space.agc({"build", "echo.cpp", "-o", "echo"});
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.err, ContainsSubstring("no function is marked for conversion [nothing-to-convert]"));
  CHECK(space.agc({"build", "echo.cpp", "-o", "echo", "--eager"}).err.empty());
}

TEST_CASE("what the compiler refuses is shown, and the old program stays") {
  const Workspace space;
  space.write("bad.cpp", "int main() { return no_such_name; }\n");
  space.write("half.cpp", "int other();\nint main() { return other(); }\n");
  space.write("prog", "old\n");
  const ProcessResult plain = space.agc({"build", "bad.cpp", "-o", "prog", "--eager", "--compiler", "g++"});
  check_input_error(plain, "g++ could not compile 'bad.cpp' [compiler]");
  CHECK_THAT(plain.err, ag_test::StartsWith("bad.cpp: In function"));
  // Converting reads the source first, and says it in Clang's words.
  check_input_error(space.agc({"build", "bad.cpp", "-o", "prog"}), "bad.cpp:1:21: error: use of undeclared identifier");
  const ProcessResult linked = space.agc({"build", "half.cpp", "-o", "prog", "--eager"});
  check_input_error(linked, "could not link the program [compiler]");
  CHECK_THAT(linked.err, ContainsSubstring("other()"));
  CHECK(space.read("prog") == "old\n");
  CHECK(space.names() == std::vector<std::string>{"bad.cpp", "half.cpp", "prog"});
}

TEST_CASE("with JSON the compiler's words are inside the array") {
  const Workspace space;
  space.write("bad.cpp", "int main() { return no_such_name; }\n");
  const ProcessResult result = space.agc({"build", "bad.cpp", "-o", "prog", "--eager", "--diagnostics=json"});
  CHECK(result.exit_code == 1);
  CHECK_THAT(result.err, ag_test::StartsWith("["));
  CHECK_THAT(result.err, ContainsSubstring("\"id\": \"compiler\"") && ContainsSubstring("no_such_name"));
}

TEST_CASE("compilers and inputs that cannot be used are named with the remedy") {
  const Workspace space;
  space.write("echo.cpp", kEcho);
  space.write("part.h", "");
  check_input_error(space.agc({"build", "echo.cpp", "-o", "p", "--compiler", "no-such-g++"}),
                    "the compiler 'no-such-g++' cannot be run [no-compiler]\nnote: give one that is installed");
  check_input_error(space.agc({"build", "echo.cpp", "-o", "p"}, {"CXX=no-such-g++"}),
                    "'no-such-g++' of the variable CXX cannot be run");
  CHECK(space.agc({"build", "echo.cpp", "-o", "p", "--eager"}, {"CXX=g++ -std=c++17"}).exit_code == 0);
  space.write("flag.cpp", "int main() { return FLAG; }\n");
  CHECK(space.agc({"run", "flag.cpp"}, {"CXX=g++ -DFLAG=3"}).exit_code == 3);
  check_input_error(space.agc({"build", "part.h", "-o", "q"}), "'part.h' is a header");
  check_input_error(space.agc({"build", "nowhere.cpp", "-o", "q"}),
                    "cannot read 'nowhere.cpp': No such file or directory");
  fs::create_directory(space.folder() / "folder");
  check_input_error(space.agc({"build", "echo.cpp", "-o", "folder", "--eager"}),
                    "cannot write 'folder': it is a directory");
  check_input_error(space.agc({"build", "echo.cpp", "-o", "no/such", "--eager"}),
                    "cannot write 'no/such': No such file");
  CHECK_FALSE(space.exists("q"));
}

TEST_CASE("an agc without its runtime says where it looked") {
  const Workspace space;
  space.write("echo.cpp", kEcho);
  fs::create_directories(space.folder() / "bin");
  fs::copy_file(AG_AGC_PATH, space.folder() / "bin/agc");
  const std::string program = (space.folder() / "bin/agc").string();
  for (const char* command : {"convert", "to-code", "run"}) {
    const ProcessResult result = ag_test::run_process({program, command, "echo.cpp"}, space.folder());
    check_input_error(result, "the ag runtime that belongs to this agc was not found");
    CHECK_THAT(result.err, ContainsSubstring((fs::canonical(space.folder()) / "include/ag/ag.h").string()));
  }
  space.write("include/ag/ag.h", "");
  CHECK(ag_test::run_process({program, "convert", "echo.cpp", "-o", "out.cpp"}, space.folder()).exit_code == 0);
  const ProcessResult build = ag_test::run_process({program, "build", "echo.cpp", "-o", "out"}, space.folder());
  check_input_error(build, "the ag runtime library was not found: there is no '");
}

TEST_CASE("an interrupted run leaves no files and no process") {
  const Workspace space;
  space.write("sleep.cpp", "#include <unistd.h>\nint main() { sleep(600); }\n");
  fs::create_directory(space.folder() / "temporary");
  const ProcessResult result =
      ag_test::run_process({"timeout", "--foreground", "-s", "TERM", "5", AG_AGC_PATH, "run", "--eager", "sleep.cpp"},
                           space.folder(), {"TMPDIR=" + (space.folder() / "temporary").string()});
  CHECK(result.exit_code == 124);  // it is still there after 5 seconds, and ends when it is told to
  CHECK(fs::is_empty(space.folder() / "temporary"));
}

}  // namespace build_test
