/// `agc to-code`: the rewritten functions as people read them.
#include "support/catch.h"
#include "tools/agc_process.h"

using ag_test::ContainsSubstring;
using ag_test::ProcessResult;
using ag_test::Workspace;

namespace to_code_test {
namespace {

const std::string kModel = R"(#include <ag/ag.h>
using ag::Tensor;
namespace model {
AG_FUNCTION Tensor countdown(Tensor n)
{
    while (n > 0)   // to zero
    {
        n = n - 1;
    }
    return n;
}
}
AG_FUNCTION Tensor twice(Tensor x) { return x + x; }
)";

std::string without_colors(std::string text) {
  for (std::size_t at; (at = text.find('\x1b')) != std::string::npos;) text.erase(at, text.find('m', at) - at + 1);
  return text;
}

}  // namespace

TEST_CASE("to-code prints the rewritten functions, and nothing else") {
  const Workspace space;
  space.write("model.cpp", kModel);
  const ProcessResult all = space.agc({"to-code", "model.cpp"});
  CHECK(all.exit_code == 0);
  CHECK(all.err.empty());
  CHECK_THAT(all.out, ContainsSubstring("Tensor countdown(Tensor n) {\n") && ContainsSubstring("ag::while_stmt(") &&
                          ContainsSubstring("// to zero\n") && ContainsSubstring("\n\nAG_FUNCTION Tensor twice("));
  CHECK_THAT(all.out, !ContainsSubstring("#include") && !ContainsSubstring("#line"));

  const ProcessResult one = space.agc({"to-code", "model.cpp", "--function", "countdown"});
  CHECK_THAT(all.out, ag_test::StartsWith(one.out));
  CHECK_THAT(one.out, !ContainsSubstring("twice"));
  CHECK(space.agc({"to-code", "model.cpp", "--function", "model::countdown"}).out == one.out);

  const ProcessResult colored = space.agc({"to-code", "model.cpp", "--color=always"});
  CHECK_THAT(colored.out,
             ContainsSubstring("\x1b[35mag::while_stmt\x1b[0m") && ContainsSubstring("\x1b[90m// to zero\x1b[0m"));
  CHECK(without_colors(colored.out) == all.out);
}

TEST_CASE("a function that is not there is an error that names one that is") {
  const Workspace space;
  space.write("model.cpp", kModel);
  const ProcessResult result = space.agc({"to-code", "model.cpp", "--function", "twise"});
  CHECK(result.exit_code == 1);
  CHECK(result.out.empty());
  CHECK_THAT(
      result.err,
      ContainsSubstring("no converted function is called 'twise' [no-such-function]\nnote: did you mean 'twice'?"));

  space.write("plain.cpp", "int plain() { return 1; }\n");
  const ProcessResult plain = space.agc({"to-code", "plain.cpp"});
  CHECK(plain.exit_code == 1);
  CHECK_THAT(plain.err, ContainsSubstring("no function of 'plain.cpp' is marked for conversion [nothing-to-convert]\n"
                                          "note: write AG_FUNCTION"));
}

TEST_CASE("an overload is chosen by its parameters") {
  const Workspace space;
  space.write("model.cpp",
              "#include <ag/ag.h>\nnamespace m {\nAG_CONVERT ag::Tensor f(ag::Tensor a) { return a; }\n"
              "AG_CONVERT ag::Tensor f(ag::Tensor a, const ag::Tensor& b) { return b; }\n}\n");
  CHECK_THAT(space.agc({"to-code", "model.cpp", "--function", "f"}).out,
             ContainsSubstring("return a;") && ContainsSubstring("return b;"));
  for (const char* name : {"f(Tensor, const Tensor&)", "m::f( ag::Tensor , const ag::Tensor & )"}) {
    const ProcessResult one = space.agc({"to-code", "model.cpp", "--function", name});
    CHECK(one.exit_code == 0);
    CHECK_THAT(one.out, ContainsSubstring("return b;") && !ContainsSubstring("return a;"));
  }
  const ProcessResult none = space.agc({"to-code", "model.cpp", "--function", "f(int)"});
  CHECK(none.exit_code == 1);
  CHECK_THAT(none.err, ContainsSubstring("note: there is m::f(") && ContainsSubstring(", m::f("));
}

TEST_CASE("--diff shows what changes in the source") {
  const Workspace space;
  space.write("model.cpp", kModel);
  const ProcessResult diff = space.agc({"to-code", "model.cpp", "--diff", "--function", "countdown"});
  CHECK(diff.exit_code == 0);
  CHECK(diff.out ==
        "--- model.cpp\n+++ model.cpp (converted)\n@@ -4,8 +4,8 @@\n AG_FUNCTION Tensor countdown(Tensor n)\n {\n"
        "-    while (n > 0)   // to zero\n"
        "+    ag::while_stmt([&] { return n > 0; }, AG_STATE(n), [&]   // to zero\n"
        "     {\n         n = n - 1;\n-    }\n+    });\n     return n;\n }\n");
  const ProcessResult colored = space.agc({"to-code", "model.cpp", "--diff", "--color=always"});
  CHECK_THAT(colored.out, ContainsSubstring("\x1b[31m-    while") && ContainsSubstring("\x1b[32m+    ag::while_stmt"));
  // A function that stays as it is has no difference.
  CHECK(space.agc({"to-code", "model.cpp", "--diff", "--function", "twice"}).out.empty());
}

TEST_CASE("--verbose shows the tree after each converter") {
  const Workspace space;
  space.write("model.cpp", kModel);
  const ProcessResult result = space.agc({"to-code", "model.cpp", "--verbose", "--function", "countdown"});
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.out,
             ContainsSubstring("// as it is read\nfunction model::countdown (entry)\n  variable n: ") &&
                 ContainsSubstring("    6  while (n > 0)  -- staged\n") && ContainsSubstring("// after jumps\n") &&
                 ContainsSubstring("  while_stmt  `while (n > 0)`\n") && ContainsSubstring("// after state\n") &&
                 ContainsSubstring("while_stmt state(n)") && ContainsSubstring("ag::while_stmt(["));
  CHECK_THAT(result.out, !ContainsSubstring("twice"));
}

TEST_CASE("several files and headers take their flags from a compile database, and say where functions are from") {
  const Workspace space;
  space.write("src/a.cpp", "#include \"ops.h\"\nAG_CONVERT ag::Tensor a(ag::Tensor x) { return x * kScale; }\n");
  space.write("src/b.cpp", "#include <ag/ag.h>\nAG_CONVERT ag::Tensor b(ag::Tensor x) { return x + VALUE; }\n");
  space.write("include/ops.h",
              "#pragma once\n#include <ag/ag.h>\ninline const int kScale = VALUE;\n"
              "AG_CONVERT inline ag::Tensor op(ag::Tensor x) {\n  if (x > 0) x = -x;\n  return x;\n}\n");
  const std::string folder = space.folder().string();
  std::string database = "[";
  for (const char* name : {"a", "b"}) {
    database += std::string(database.size() > 1 ? "," : "") + R"({"directory": ")" + folder + R"(/build", "file": ")" +
                folder + "/src/" + name + R"(.cpp", "command": "c++ -DVALUE=3 -I../include -std=c++20 -c ../src/)" +
                name + R"(.cpp"})";
  }
  space.write("build/compile_commands.json", database + "]");
  const ProcessResult both = space.agc({"to-code", "-p", "build", "src/a.cpp", "src/b.cpp"});
  CAPTURE(both.err);
  CHECK(both.exit_code == 0);
  CHECK_THAT(both.out, ContainsSubstring("// src/a.cpp:2\nAG_CONVERT ag::Tensor a(") &&
                           ContainsSubstring("\n\n// src/b.cpp:2\nAG_CONVERT ag::Tensor b("));
  CHECK(both.out.ends_with("}\n"));
  const ProcessResult header = space.agc({"to-code", "-p", "build", "include/ops.h", "--function", "op"});
  CAPTURE(header.err);
  CHECK(header.exit_code == 0);
  CHECK_THAT(header.out, ContainsSubstring("ag::if_stmt(x > 0"));
}

}  // namespace to_code_test
