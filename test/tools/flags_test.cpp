/// Where compiler flags come from, and that they are read as the user's compiler would read them.
#include "support/catch.h"
#include "tools/agc_process.h"

using ag_test::ContainsSubstring;
using ag_test::ProcessResult;
using ag_test::Workspace;

namespace flags_test {
namespace {

namespace fs = std::filesystem;

const std::string kNeedsFlag = "#ifndef ANSWER\n#error no answer\n#endif\nint answer = ANSWER;\n";

std::string database(const Workspace& space, const std::string& command) {
  return R"([{"directory": ")" + space.folder().string() + R"(", "file": "src/a.cpp", "command": ")" + command +
         "\"}]\n";
}

int check(const Workspace& space, std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), {"convert", "--check"});
  return space.agc(arguments).exit_code;
}

}  // namespace

TEST_CASE("flags after --, and --extra-arg") {
  const Workspace space;
  space.write("a.cpp", kNeedsFlag);
  CHECK(check(space, {"a.cpp"}) == 1);
  CHECK(check(space, {"a.cpp", "--", "-DANSWER=42"}) == 0);
  CHECK(check(space, {"a.cpp", "--extra-arg", "-DANSWER=42"}) == 0);
  CHECK(check(space, {"a.cpp", "--extra-arg=-DANSWER=1", "--extra-arg=-UANSWER"}) == 1);
  // Each takes one value, and leaves the files behind it alone.
  CHECK(check(space, {"--extra-arg", "-DANSWER=42", "a.cpp"}) == 0);
  CHECK(check(space, {"--extra-arg=-DANSWER=42", "a.cpp"}) == 0);
}

TEST_CASE("the standard is C++20 unless the flags say another") {
  const Workspace space;
  space.write("a.cpp", "static_assert(__cplusplus == 202002L);\n");
  CHECK(check(space, {"a.cpp"}) == 0);
  CHECK(check(space, {"a.cpp", "--", "-std=c++17"}) == 1);
}

TEST_CASE("a compile database is used from -p, and from a folder above the file") {
  const Workspace space;
  space.write("src/a.cpp", "#include \"value.h\"\n" + kNeedsFlag);
  space.write("inc/value.h", "#define FROM_HEADER\n");
  CHECK(check(space, {"src/a.cpp"}) == 1);
  space.write("build/compile_commands.json",
              database(space, "ccache g++ -Iinc -DANSWER=1 -o a.o -MD -MF a.d -c src/a.cpp"));
  CHECK(check(space, {"src/a.cpp"}) == 1);
  CHECK(check(space, {"src/a.cpp", "-p", "build"}) == 0);
  CHECK(check(space, {(space.folder() / "src/a.cpp").string(), "-p", "build"}) == 0);
  // Explicit flags stand in its place.
  CHECK(check(space, {"src/a.cpp", "-p", "build", "--", "-DANSWER=1"}) == 1);

  fs::rename(space.folder() / "build/compile_commands.json", space.folder() / "compile_commands.json");
  CHECK(check(space, {"src/a.cpp"}) == 0);
  CHECK_FALSE(space.exists("a.d"));
}

TEST_CASE("a database may name the file by its whole path, and its command by a relative one") {
  const Workspace space;
  space.write("src/a.cpp", "static_assert(ANSWER == 1);\n");
  const std::string folder = space.folder().string();
  space.write("build/compile_commands.json", R"([{"directory": ")" + folder + R"(/build", "file": ")" + folder +
                                                 R"(/src/a.cpp", "command": "g++ -DANSWER=1 -c ../src/a.cpp"}])");
  CHECK(check(space, {"src/a.cpp", "-p", "build"}) == 0);
}

TEST_CASE("a message about a file that a database knows keeps the user's name for it") {
  const Workspace space;
  space.write("src/a.cpp", "int x = y;\n");
  space.write("compile_commands.json", database(space, "g++ -c src/a.cpp"));
  const ProcessResult result = space.agc({"convert", "src/../src/a.cpp", "--check"});
  CHECK_THAT(result.err, ag_test::StartsWith("src/../src/a.cpp:1:9: error: "));
}

TEST_CASE("a database that cannot be used is an error where it was asked for") {
  const Workspace space;
  space.write("a.cpp", "int x;\n");
  const ProcessResult missing = space.agc({"convert", "--check", "a.cpp", "-p", "nowhere"});
  CHECK(missing.exit_code == 1);
  CHECK_THAT(missing.err, ContainsSubstring("there is no 'nowhere/compile_commands.json'"));
  CHECK_THAT(missing.err, ContainsSubstring("CMAKE_EXPORT_COMPILE_COMMANDS"));
  space.write("compile_commands.json", "[{");
  const ProcessResult broken = space.agc({"convert", "--check", "a.cpp", "-p", "."});
  CHECK(broken.exit_code == 1);
  CHECK_THAT(broken.err, ag_test::StartsWith("agc: error: './compile_commands.json' cannot be used: "));
  const ProcessResult found = space.agc({"convert", "--check", "a.cpp"});
  CHECK(found.exit_code == 0);
}

TEST_CASE("a flag that no compiler knows is an error that says where flags come from") {
  const Workspace space;
  space.write("a.cpp", "int x;\n");
  const ProcessResult result = space.agc({"convert", "--check", "a.cpp", "--", "-fbroken-flag"});
  CHECK(result.exit_code == 1);
  CHECK_THAT(result.err, ag_test::StartsWith("agc: error: unknown argument: '-fbroken-flag'\n"));
  CHECK_THAT(result.err, ContainsSubstring("note: Clang 19 reads the source with the compiler flags given after --"));
  const ProcessResult standard = space.agc({"convert", "--check", "a.cpp", "--", "-std=c++2z9"});
  CHECK(standard.exit_code == 1);
  CHECK_THAT(standard.err, ContainsSubstring("invalid value 'c++2z9'"));
}

TEST_CASE("flags that only g++ knows, and flags for output, do no harm") {
  const Workspace space;
  space.write("a.cpp", "int unused_parameter(int x) { return 0; }\n");
  CHECK(
      check(space, {"a.cpp", "--", "-fconcepts", "-fno-gnu-unique", "-Wall", "-Werror", "-Wno-such-warning", "-c", "-o",
                    "a.o", "-MMD", "-MF", "a.d", "-MTa.o", "-O3", "-march=native", "-pipe", "-g", "-save-temps"}) == 0);
  CHECK(space.names() == std::vector<std::string>{"a.cpp"});
}

TEST_CASE("the standard library and Clang's own headers are found") {
  const Workspace space;
  space.write(
      "a.cpp",
      "#include <algorithm>\n#include <cstddef>\n#include <immintrin.h>\n#include <vector>\nstd::vector<int> v;\n");
  const ProcessResult result = space.agc({"convert", "--check", "a.cpp"});
  CHECK(result.exit_code == 0);
}

}  // namespace flags_test
