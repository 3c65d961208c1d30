/// `agc explain`: what is staged and why, as text, JSON and SARIF; and the warning -Whost-effects.
#include <nlohmann/json.hpp>

#include "support/catch.h"
#include "tools/agc_process.h"

using ag_test::ContainsSubstring;
using ag_test::ProcessResult;
using ag_test::Workspace;
using Json = nlohmann::json;

namespace explain_test {
namespace {

const std::string kRoot = R"(#include <ag/ag.h>
using ag::Tensor;

AG_DO_NOT_CONVERT inline Tensor checked(Tensor x) { return x; }
Tensor scaled(Tensor x);

AG_CONVERT int rounds(Tensor x, double tolerance) {
  double error = 1.0;
  int n = 0;
  while (error > tolerance) {
    const Tensor next = 0.5 * (x + 2.0 / x);
    error = static_cast<double>(ag::max(ag::abs(next - x)));
    x = next;
    ++n;
  }
  return n;
}

AG_FUNCTION Tensor first(Tensor x) {
  int limit = 3;
  Tensor y = checked(scaled(x));
  for (int i = 0; i < limit; ++i) {
    if (y > 100) break;
    y = y * 2;
  }
  return y + rounds(y, 0.1);
}
)";

std::string without_colors(std::string text) {
  for (std::size_t at; (at = text.find('\x1b')) != std::string::npos;) text.erase(at, text.find('m', at) - at + 1);
  return text;
}

Json explained(const Workspace& space, const std::string& file) {
  const ProcessResult result = space.agc({"explain", file, "--json"});
  CAPTURE(result.err);
  Json document = Json::parse(result.out);
  CHECK(document["version"] == 1);
  return document["files"][0]["functions"];
}

/// The first statement of this kind, at any depth.
Json statement(const Json& list, const std::string& kind) {
  for (const Json& one : list) {
    if (one["kind"] == kind) return one;
    if (Json found = statement(one["inner"], kind); !found.is_null()) return found;
  }
  return {};
}

std::string names(const Json& list) {
  std::string result;
  for (const Json& one : list) result += (result.empty() ? "" : " ") + one["name"].get<std::string>();
  return result;
}

}  // namespace

TEST_CASE("explain says of each statement what decides it and what it carries") {
  const Workspace space;
  space.write("root.cpp", kRoot);
  const Json functions = explained(space, "root.cpp");
  REQUIRE(functions.size() == 2);
  const Json& rounds = functions[0];
  CHECK(rounds["name"] == "rounds");
  CHECK(rounds["mode"] == "AG_CONVERT");
  CHECK(rounds["staged_variant"] == "rounds_staged");
  const Json loop = statement(rounds["statements"], "while");
  REQUIRE(!loop.is_null());
  CHECK(loop["staging"] == "staged");
  CHECK(loop["becomes"] == "ag::while_stmt");
  CHECK(loop["text"] == "while (error > tolerance)");
  CHECK(loop["begin"]["line"] == 10);
  CHECK(names(loop["carried"]) == "x error n");
  CHECK(names(loop["read"]) == "tolerance");
  CHECK(names(loop["local"]) == "next");
  CHECK_THAT(loop["host_runs"].get<std::string>(), ContainsSubstring("test twice and the body once"));
  CHECK(loop["decided_by"][0]["subject"] == "error");
  CHECK_THAT(loop["decided_by"][0]["text"].get<std::string>(), ContainsSubstring("is assigned 'static_cast<double>("));
  CHECK(loop["decided_by"][0]["place"]["line"] == 12);
}

TEST_CASE("explain says which numbers became symbolic, and follows the chain of causes") {
  const Workspace space;
  space.write("root.cpp", kRoot);
  const Json rounds = explained(space, "root.cpp")[0];
  Json n, tolerance;
  for (const Json& number : rounds["numbers"]) {
    if (number["name"] == "n") n = number;
    if (number["name"] == "tolerance") tolerance = number;
  }
  REQUIRE(!n.is_null());
  CHECK(n["staging"] == "staged");
  CHECK(n["type"] == "int");
  CHECK(n["declared"]["line"] == 9);
  REQUIRE(n["reasons"].size() == 2);
  CHECK(n["reasons"][0]["text"] == "changes where 'error > tolerance' decides");
  CHECK(n["reasons"][0]["place"]["line"] == 10);
  CHECK(n["reasons"][1]["subject"] == "error");
  CHECK_THAT(n["reasons"][1]["text"].get<std::string>(), ag_test::EndsWith(", which is made from a tensor"));
  REQUIRE(!tolerance.is_null());
  CHECK(tolerance["staging"] == "either");
  CHECK_THAT(tolerance["reasons"][0]["text"].get<std::string>(), ContainsSubstring("is a parameter"));
}

TEST_CASE("explain says what becomes of jumps and of callees") {
  const Workspace space;
  space.write("root.cpp", kRoot);
  const Json first = explained(space, "root.cpp")[1];
  CHECK(first["mode"] == "AG_FUNCTION");
  const Json loop = statement(first["statements"], "for");
  CHECK(loop["staging"] == "host");
  CHECK(loop["decided_by"][0]["subject"] == "break");
  const Json jump = statement(first["statements"], "break");
  CHECK(jump["becomes"] == "did_break");
  REQUIRE(first["flags"].size() == 1);
  CHECK(first["flags"][0]["name"] == "did_break");
  CHECK(first["flags"][0]["jumps"][0]["line"] == 23);

  std::map<std::string, Json> calls;
  for (const Json& call : first["calls"]) calls[call["name"]] = call;
  CHECK(calls["checked"]["treatment"] == "left alone");
  CHECK(calls["scaled"]["treatment"] == "undefined");
  CHECK(calls["scaled"]["handles_tensors"] == true);
  CHECK(calls["rounds"]["treatment"] == "converted");
  CHECK(calls["rounds"]["variant"] == "rounds_staged");
  CHECK(calls["rounds"]["definition"]["line"] == 7);
}

TEST_CASE("the text has a heading for each function, and colours only where they are wanted") {
  const Workspace space;
  space.write("root.cpp", kRoot);
  const ProcessResult plain = space.agc({"explain", "root.cpp"});
  CHECK(plain.exit_code == 0);
  CHECK(plain.err.empty());
  CHECK_THAT(plain.out,
             ContainsSubstring("root.cpp:7: rounds(Tensor, double) is converted (AG_CONVERT); converted code calls "
                               "rounds_staged\n") &&
                 ContainsSubstring("   10 | while (error > tolerance)  staged: ag::while_stmt\n") &&
                 ContainsSubstring("      |     carries  x, error, n\n") &&
                 ContainsSubstring("root.cpp:19: first(Tensor) is traced (AG_FUNCTION)\n") &&
                 ContainsSubstring("scaled: called as is: no definition is visible (root.cpp:5)\n"));
  const ProcessResult colored = space.agc({"explain", "root.cpp", "--color=always"});
  CHECK_THAT(colored.out, ContainsSubstring("\x1b[1;32mstaged\x1b[0m"));
  CHECK(without_colors(colored.out) == plain.out);

  const ProcessResult one = space.agc({"explain", "root.cpp", "--function", "first(ag::Tensor)"});
  CHECK_THAT(plain.out, ag_test::EndsWith(one.out));
  const ProcessResult none = space.agc({"explain", "root.cpp", "--function", "firs"});
  CHECK(none.exit_code == 1);
  CHECK_THAT(none.err, ContainsSubstring("[no-such-function]\nnote: did you mean 'first'?"));
}

TEST_CASE("a refused function is explained as far as it goes, and the exit code says so") {
  const Workspace space;
  space.write("refused.cpp",
              "#include <ag/ag.h>\nusing ag::Tensor;\n"
              "AG_CONVERT Tensor f(Tensor x) {\n  if (x > 0) { asm(\"\"); }\n  return x;\n}\n"
              "AG_CONVERT Tensor g(Tensor x) {\n  if (x > 0) x = f(x);\n  return x;\n}\n");
  const ProcessResult result = space.agc({"explain", "refused.cpp"});
  CHECK(result.exit_code == 1);
  CHECK_THAT(result.err, ContainsSubstring("[asm-unsupported]"));
  CHECK_THAT(result.out, ContainsSubstring("refused.cpp:3: f(Tensor) is refused\n") &&
                             ContainsSubstring("    4 | refused: inline assembly cannot be converted\n") &&
                             ContainsSubstring("g(Tensor) is converted") && ContainsSubstring("f: refused"));
}

TEST_CASE("SARIF has one result for each statement and diagnostic, with columns in UTF-16 units") {
  const Workspace space;
  space.write("a b.cpp",
              "#include <ag/ag.h>\nusing ag::Tensor;\n"
              "AG_CONVERT Tensor f(Tensor x) {\n  /* größer */ if (x > 0) x = -x;\n  return x;\n}\n");
  const ProcessResult result = space.agc({"explain", "a b.cpp", "--sarif"});
  CHECK(result.exit_code == 0);
  const Json log = Json::parse(result.out);
  CHECK(log["version"] == "2.1.0");
  const Json& run = log["runs"][0];
  CHECK(run["tool"]["driver"]["name"] == "agc");
  REQUIRE(run["results"].size() == 1);
  const Json& one = run["results"][0];
  CHECK(one["ruleId"] == "explain-staged");
  CHECK(run["tool"]["driver"]["rules"][one["ruleIndex"].get<std::size_t>()]["id"] == "explain-staged");
  CHECK(one["level"] == "note");
  const Json& place = one["locations"][0]["physicalLocation"];
  CHECK(place["artifactLocation"]["uri"] == "a%20b.cpp");
  CHECK(place["region"]["startLine"] == 4);
  CHECK(place["region"]["startColumn"] == 16);
  CHECK(place["region"]["endColumn"] == 26);

  space.write("bad.cpp", "#include <ag/ag.h>\nAG_CONVERT int f(ag::Tensor x) { asm(\"\"); return 1; }\n");
  const ProcessResult refused = space.agc({"convert", "bad.cpp", "--check", "--diagnostics=sarif"});
  CHECK(refused.exit_code == 1);
  const Json errors = Json::parse(refused.err);
  CHECK(errors["runs"][0]["results"][0]["ruleId"] == "asm-unsupported");
  CHECK(errors["runs"][0]["results"][0]["level"] == "error");
}

TEST_CASE("host effects in staged code are explained, and warned of where that is asked for") {
  const Workspace space;
  space.write("effects.cpp", R"(#include <ag/ag.h>
#include <cstdio>
#include <sstream>
using ag::Tensor;

void unknown(Tensor x);
AG_DO_NOT_CONVERT inline void log_line(int) {}
inline void report(int) { std::putchar('p'); }

AG_CONVERT Tensor f(Tensor x) {
  std::printf("start\n");
  while (x > 1) {
    std::putchar('r');
    std::ostringstream own;
    own << 1;
    report(1);
    log_line(1);
    unknown(x);
    x = x / 2;
  }
  return x;
}

AG_FUNCTION Tensor g(Tensor x) {
  std::putchar('t');
  return x;
}
)");
  const ProcessResult silent = space.agc({"convert", "effects.cpp", "-o", "out.cpp"});
  CAPTURE(silent.err);
  CHECK(silent.exit_code == 0);
  CHECK(silent.err.empty());
  const ProcessResult warned = space.agc({"convert", "effects.cpp", "-o", "out.cpp", "-Whost-effects"});
  CHECK(warned.exit_code == 0);
  for (const char* text :
       {"effects.cpp:13:5: warning: calls 'putchar', which writes output: this happens once, while the graph is made, "
        "and "
        "not when it runs [host-effect]",
        "calls 'report', which writes output", "calls 'log_line', which is not converted",
        "calls 'unknown', whose definition is not visible", "effects.cpp:25:3: warning: calls 'putchar'",
        "5 warnings generated."}) {
    CHECK_THAT(warned.err, ContainsSubstring(text));
  }
  const Json functions = explained(space, "effects.cpp");
  CHECK(functions[0]["effects"].size() == 4);
  CHECK(functions[0]["effects"][0]["statement"]["line"] == 12);
  CHECK(functions[1]["effects"][0]["statement"].is_null());
}

TEST_CASE("explain answers input that cannot be read with a message and exit code 1") {
  const Workspace space;
  space.write("plain.cpp", "int plain() { return 1; }\n");
  space.write("empty.cpp", "");
  space.write("binary.cpp", std::string("\x7f"
                                        "ELF\0\1\2",
                                        7));
  std::filesystem::create_directory(space.folder() / "folder.cpp");
  const std::vector<std::pair<std::string, std::string>> cases = {{"plain.cpp", "[nothing-to-convert]"},
                                                                  {"empty.cpp", "[nothing-to-convert]"},
                                                                  {"binary.cpp", "error: "},
                                                                  {"folder.cpp", "it is a directory"},
                                                                  {"missing.cpp", "cannot read 'missing.cpp'"}};
  for (const auto& [file, message] : cases) {
    for (const char* command : {"explain", "to-code"}) {
      CAPTURE(command, file);
      const ProcessResult result = space.agc({command, file});
      CHECK(result.exit_code == 1);
      CHECK(result.out.empty());
      CHECK_THAT(result.err, ContainsSubstring(message));
    }
    // A program that reads JSON gets a document all the same.
    CHECK(Json::parse(space.agc({"explain", file, "--json"}).out)["files"].size() == 1);
  }
}

TEST_CASE("explain --run says why functions are traced again") {
  const Workspace space;
  space.write("powers.cpp", R"(#include <ag/ag.h>
#include <iostream>
using ag::Tensor;
AG_FUNCTION Tensor power(Tensor x, int n) {
  Tensor y = 1;
  for (int i = 0; i < n; ++i) y = y * x;
  return y;
}
int main() {
  std::cout << "the program's own " << power(ag::tensor(2.0), 2) << power(ag::tensor(2.0), 3) << "\\n";
}
)");
  const ProcessResult result = space.agc({"explain", "powers.cpp", "--run"});
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.out, ContainsSubstring("powers.cpp:4: power(Tensor, int) is traced"));
  CHECK_THAT(result.out,
             ContainsSubstring("while the program runs\n      | traced again  power(x: float32[], n: int 3): the "
                               "value of 'n' was int 2 and is int 3\n"));
  CHECK_THAT(result.out, !ContainsSubstring("the program's own"));
  CHECK(space.agc({"explain", "powers.cpp", "--run", "--json"}).exit_code == 2);
}

TEST_CASE("explain --run reports slow code") {
  const Workspace space;
  space.write("slow.cpp", R"(#include <ag/ag.h>
using ag::Tensor;
AG_FUNCTION Tensor largest(Tensor x) {
  Tensor sum = 0.0;
  while (sum < 100) sum += ag::sum(ag::sort(x + sum));
  return sum;
}
AG_FUNCTION Tensor copies(Tensor x, std::vector<int> order) {
  for (int adds : order) x = adds == 1 ? x + 1 : x * 0.5;
  return x;
}
int main() {
  largest(ag::arange(20.0));
  std::vector<int> order;
  for (unsigned k = 0, bits = 1; k < 3000; ++k, bits = bits * 1664525 + 1013904223) order.push_back(bits >> 31);
  copies(ag::arange(2.0), order);
}
)");
  const ProcessResult result = space.agc({"explain", "slow.cpp", "--run"});
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.out, ContainsSubstring("      | slow          largest: slow.cpp:5: 'sort' of float32[20] is a call "
                                           "of its kernel in each iteration of the loop at slow.cpp:5\n"));
  CHECK_THAT(result.out, ContainsSubstring("      | slow          copies: slow.cpp:9: more than 1000 copies of "));
}

}  // namespace explain_test
