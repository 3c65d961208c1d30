/// Functions that are left to run eagerly: what agc says of them, who refuses them, and code that does not compile.
#include <nlohmann/json.hpp>

#include "support/catch.h"
#include "tools/agc_process.h"

using ag_test::ContainsSubstring;
using ag_test::ProcessResult;
using ag_test::Workspace;
using Json = nlohmann::json;

namespace eager_test {
namespace {

const std::vector<std::string> kLenient{"AG_STRICT=0"};

const std::string kAssembly = R"(#include <ag/ag.h>
using ag::Tensor;
AG_CONVERT Tensor f(Tensor x) {
  if (x > 0) { asm(""); }
  return x;
}
AG_CONVERT Tensor g(Tensor x) {
  if (x > 0) x = f(x);
  return x;
}
)";

// The macro has the name of a function of the generated code, and changes nothing of the source.
const std::string kMacro = R"(#include <ag/ag.h>

#include <iostream>

#define if_stmt no_such_function

AG_FUNCTION ag::Tensor halved(ag::Tensor x) {
  if (x > 10) x = x / 2;
  return x;
}
AG_FUNCTION ag::Tensor tripled(ag::Tensor x) { return halved(x) * 3; }

int main() { std::cout << tripled(ag::tensor(30)) << "\n"; }
)";

int count(const std::string& text, const std::string& part) {
  int found = 0;
  for (std::size_t at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++found;
  return found;
}

}  // namespace

TEST_CASE("a marked function that runs eagerly is no missing annotation") {
  const Workspace space;
  space.write("eager.cpp",
              "#include <ag/ag.h>\n"
              "AG_FUNCTION ag::Tensor grown(ag::Tensor x) {\n"
              "again:\n"
              "  if (x < 10) {\n"
              "    x = x * 2;\n"
              "    goto again;\n"
              "  }\n"
              "  return x;\n"
              "}\n"
              "int main() { grown(ag::tensor(3.0)); }\n");
  for (const char* command : {"build", "convert"}) {
    const ProcessResult result = space.agc({command, "eager.cpp", "-o", "eager"}, kLenient);
    CHECK(result.exit_code == 0);
    CHECK_THAT(result.err, ContainsSubstring("runs eagerly [goto-unsupported]"));
    CHECK_THAT(result.err, !ContainsSubstring("nothing-to-convert"));
  }
}

TEST_CASE("a function that cannot be staged is a warning, and an error with --strict or AG_STRICT=1") {
  const Workspace space;
  space.write("f.cpp", kAssembly);
  const ProcessResult left = space.agc({"convert", "f.cpp", "-o", "out.cpp"}, kLenient);
  CHECK(left.exit_code == 0);
  CHECK_THAT(left.err,
             ContainsSubstring("f.cpp:4:16: warning: inline assembly cannot be converted, so 'f' runs eagerly"));
  CHECK_THAT(space.read("out.cpp"),
             ContainsSubstring("ag::EagerScope runs_eagerly(\"inline assembly cannot be converted\""));
  for (const auto& [option, environment] :
       {std::pair{"--strict", kLenient}, std::pair{"--check", std::vector<std::string>{"AG_STRICT=1"}}}) {
    const ProcessResult strict = space.agc({"convert", "f.cpp", "-o", "strict.cpp", option}, environment);
    CHECK(strict.exit_code == 1);
    CHECK_THAT(strict.err,
               ContainsSubstring("f.cpp:4:16: error: inline assembly cannot be converted [asm-unsupported]"));
    CHECK(!space.exists("strict.cpp"));
  }
}

TEST_CASE("-Wno-eager leaves out the warnings, and neither the functions nor the errors of --strict") {
  const Workspace space;
  space.write("a.cpp", kAssembly);
  const ProcessResult told = space.agc({"convert", "a.cpp", "-o", "told.cpp"}, kLenient);
  CHECK_THAT(told.err, ContainsSubstring("runs eagerly"));
  const ProcessResult silent = space.agc({"convert", "a.cpp", "-o", "silent.cpp", "-Wno-eager"}, kLenient);
  CHECK(silent.exit_code == 0);
  CHECK(silent.err.empty());
  const std::string text = space.read("silent.cpp");
  CHECK(text == space.read("told.cpp"));
  CHECK(space.agc({"convert", "a.cpp", "-o", "b.cpp", "-Wno-eager", "--strict"}).exit_code == 1);
}

TEST_CASE("explain lists functions that run eagerly, as text, JSON and SARIF") {
  const Workspace space;
  space.write("f.cpp", kAssembly);
  const ProcessResult text = space.agc({"explain", "f.cpp"}, kLenient);
  CHECK(text.exit_code == 0);
  CHECK_THAT(text.out, ContainsSubstring("f.cpp:3: f(Tensor) runs eagerly, as it is written\n"
                                         "    4 | eager: inline assembly cannot be converted") &&
                           ContainsSubstring("    8 | f: runs eagerly (f.cpp:3)\n"));
  const Json functions = Json::parse(space.agc({"explain", "f.cpp", "--json"}, kLenient).out)["files"][0]["functions"];
  CHECK(functions[0]["eager"] == true);
  CHECK(functions[1]["eager"] == false);
  const ProcessResult sarif = space.agc({"explain", "f.cpp", "--sarif"}, kLenient);
  CHECK_THAT(sarif.out, ContainsSubstring("'f' cannot be staged, and runs eagerly"));
}

TEST_CASE("a function whose generated code the compiler refuses runs eagerly") {
  const Workspace space;
  space.write("macro.cpp", kMacro);
  const ProcessResult result = space.agc({"run", "macro.cpp"}, kLenient);
  CHECK(result.exit_code == 0);
  CHECK(result.out == "45\n");
  CHECK_THAT(result.err, ContainsSubstring("macro.cpp:7:24: warning: the code that was generated for 'halved' does not "
                                           "compile, so 'halved' runs eagerly [generated-code]"));
  const ProcessResult strict = space.agc({"run", "macro.cpp", "--strict"}, kLenient);
  CHECK(strict.exit_code == 1);
  CHECK_THAT(strict.err, ContainsSubstring("could not compile"));
}

TEST_CASE("--leave-eager leaves functions at random, the same ones for one number") {
  const Workspace space;
  std::string source = "#include <ag/ag.h>\n";
  constexpr int kFunctions = 24;
  for (int k = 0; k < kFunctions; ++k) {
    const std::string name = "f" + std::to_string(k);
    source += "AG_FUNCTION ag::Tensor " + name + "(ag::Tensor x) {\n  if (x > 0) x = -x;\n  return x;\n}\n";
  }
  space.write("many.cpp", source);
  const auto left = [&](const char* number) {
    CHECK(space.agc({"convert", "many.cpp", "-o", "out.cpp", "--leave-eager", number}, kLenient).exit_code == 0);
    return space.read("out.cpp");
  };
  const int eager = count(left("1"), "ag::EagerScope runs_eagerly(");
  CHECK(eager > 0);
  CHECK(eager < kFunctions);
  CHECK(left("1") == left("1"));
  CHECK(left("1") != left("2"));
}

}  // namespace eager_test
