/// Functions of headers: the copies that `agc convert` writes, and programs of several files that share a header.
#include <chrono>
#include <filesystem>

#include "support/catch.h"
#include "tools/agc_process.h"

using ag_test::ContainsSubstring;
using ag_test::ProcessResult;
using ag_test::Workspace;

namespace headers_test {
namespace {

namespace fs = std::filesystem;

const std::string kHeader = R"(#pragma once
#include <ag/ag.h>
#include "limits.h"

inline ag::Tensor limited(ag::Tensor x) {
  if (x > kMost) return kMost;
  return x;
}

template <class T>
T rectified(T x) {
  if (x > 0) return x;
  return 0 * x;
}

AG_FUNCTION inline ag::Tensor halved(ag::Tensor x) {
  while (x > 1) x = x / 2;
  return x;
}
)";

const std::string kModel = R"(#include "lib/limited.h"
#include <iostream>

ag::Tensor other(ag::Tensor x);

AG_FUNCTION ag::Tensor f(ag::Tensor x) { return limited(x) + rectified(x) + rectified(-2.0); }

int main() {
  std::cout << f(ag::tensor(40)) << " " << other(ag::tensor(7)) << " " << halved(ag::tensor(9.0)) << "\n";
#if AG_CONVERTED
  std::cout << ag::function_of(halved).tracing_count() << " traces\n";
#endif
}
)";

const std::string kOther = R"(#include "lib/limited.h"
AG_FUNCTION ag::Tensor other(ag::Tensor x) { return limited(x * 2) + halved(ag::tensor(5.0)); }
)";

void write_project(const Workspace& space) {
  space.write("lib/limited.h", kHeader);
  space.write("lib/limits.h", "#pragma once\ninline constexpr int kMost = 10;\n");
  space.write("model.cpp", kModel);
  space.write("other.cpp", kOther);
}

}  // namespace

TEST_CASE("a header whose functions are called is converted into a folder beside the output") {
  const Workspace space;
  write_project(space);
  const ProcessResult result = space.agc({"convert", "model.cpp", "-o", "out.cpp", "--depfile", "out.d"});
  CHECK(result.err.empty());
  REQUIRE(result.exit_code == 0);
  CHECK_THAT(space.read("out.cpp"), ContainsSubstring("#include \"out.cpp.headers/limited.h\""));
  const std::string copy = space.read("out.cpp.headers/limited.h");
  CHECK_THAT(copy, ContainsSubstring("lib/limited.h\"\n#pragma once"));
  CHECK_THAT(copy, ContainsSubstring("return ag::if_else<ag::Tensor>(x > kMost"));
  CHECK_THAT(copy, ContainsSubstring("/lib/limits.h\"\n"));
  CHECK_FALSE(space.exists("out.cpp.headers/limits.h"));
  CHECK_THAT(space.read("out.d"), ContainsSubstring("lib/limited.h") && ContainsSubstring("lib/limits.h"));
  CHECK(space.read("lib/limited.h") == kHeader);

  // A body of the header changes and the file does not: a build system sees it at the file.
  const auto before = fs::file_time_type::clock::now() - std::chrono::hours(1);
  fs::last_write_time(space.folder() / "out.cpp", before);
  REQUIRE(space.agc({"convert", "model.cpp", "-o", "out.cpp"}).exit_code == 0);
  CHECK(fs::last_write_time(space.folder() / "out.cpp") == before);
  std::string changed = kHeader;
  changed.replace(changed.find("x / 2"), 5, "x / 4");
  space.write("lib/limited.h", changed);
  REQUIRE(space.agc({"convert", "model.cpp", "-o", "out.cpp"}).exit_code == 0);
  CHECK(fs::last_write_time(space.folder() / "out.cpp") > before);
}

TEST_CASE("there is no place for headers on standard output") {
  const Workspace space;
  write_project(space);
  const ProcessResult result = space.agc({"convert", "model.cpp"});
  CHECK(result.exit_code == 1);
  CHECK(result.out.empty());
  CHECK_THAT(result.err, ContainsSubstring("lib/limited.h") && ContainsSubstring("-o"));
}

TEST_CASE("a header of a library is left alone, and one that the command line includes is refused") {
  const Workspace space;
  write_project(space);
  space.write("library.cpp", "#include <limited.h>\nAG_FUNCTION ag::Tensor g(ag::Tensor x) { return limited(x); }\n");
  const ProcessResult system =
      space.agc({"convert", "library.cpp", "-o", "out.cpp", "--", "-std=c++20", "-isystem", "lib"});
  CHECK(system.exit_code == 0);
  CHECK_FALSE(space.exists("out.cpp.headers"));
  space.write("bare.cpp", "AG_FUNCTION ag::Tensor g(ag::Tensor x) { return limited(x); }\n");
  const ProcessResult forced =
      space.agc({"convert", "bare.cpp", "-o", "bare.out.cpp", "--", "-std=c++20", "-include", "lib/limited.h"});
  CHECK(forced.exit_code == 1);
  CHECK_THAT(forced.err, ContainsSubstring("[header-unreachable]") && ContainsSubstring("lib/limited.h:1:1"));
  CHECK_FALSE(space.exists("bare.out.cpp"));
}

TEST_CASE("to-code and explain show the functions of headers, and say where they are from") {
  const Workspace space;
  write_project(space);
  const ProcessResult code = space.agc({"to-code", "model.cpp", "--function", "limited"});
  CHECK(code.exit_code == 0);
  CHECK_THAT(code.out, ContainsSubstring("lib/limited.h:5\ninline ag::Tensor limited(ag::Tensor x) {\n"));
  const ProcessResult one = space.agc({"to-code", "model.cpp", "--function", "rectified<Tensor>"});
  CHECK_THAT(one.out, ContainsSubstring("template <>\nag::Tensor rectified(ag::Tensor x) {\n") &&
                          ContainsSubstring("ag::if_else<ag::Tensor>(x > 0"));
  CHECK_THAT(one.out, !ContainsSubstring("double"));
  const ProcessResult none = space.agc({"to-code", "model.cpp", "--function", "rectified<float>"});
  CHECK(none.exit_code == 1);
  CHECK_THAT(none.err, ContainsSubstring("rectified<double>"));
  const ProcessResult diff = space.agc({"to-code", "model.cpp", "--function", "limited", "--diff"});
  CHECK_THAT(diff.out, ContainsSubstring("lib/limited.h\n+++ ") && ContainsSubstring("@@ -5,4 +5,4 @@"));
  const ProcessResult explained = space.agc({"explain", "model.cpp", "--function", "f"});
  CHECK_THAT(explained.out, ContainsSubstring("limited: converted (") && ContainsSubstring("rectified: converted (") &&
                                ContainsSubstring("lib/limited.h:5)"));
  const ProcessResult header = space.agc({"to-code", "lib/limited.h"});
  CHECK(header.exit_code == 0);
  CHECK_THAT(header.out, ContainsSubstring("ag::Tensor halved(") && ContainsSubstring("ag::Tensor limited(") &&
                             ContainsSubstring("T rectified("));
}

#if !AG_SANITIZED
TEST_CASE("two translation units that convert a header make one program, with both compilers") {
  const Workspace space;
  write_project(space);
  for (const char* compiler : {"g++", "clang++-19"}) {
    if (!ag_test::has_program(compiler)) continue;
    CAPTURE(compiler);
    const ProcessResult build = space.agc({"build", "model.cpp", "other.cpp", "-o", "program", "--compiler", compiler,
                                           "--extra-arg", "-Wall", "--extra-arg", "-Wextra"});
    CHECK(build.err.empty());
    REQUIRE(build.exit_code == 0);
    const ProcessResult run = ag_test::run_process({(space.folder() / "program").string()}, space.folder());
    CHECK(run.out == "50.0 10.625 0.5625\n1 traces\n");
  }
}
#endif

}  // namespace headers_test
