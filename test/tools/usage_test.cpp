/// The command line of agc: help, version, and mistakes, each with exit code 2 and what to do.
#include "support/catch.h"
#include "tools/agc_process.h"

using ag_test::ContainsSubstring;
using ag_test::ProcessResult;
using ag_test::Workspace;

namespace usage_test {
namespace {

const std::string kPlain = "int twice(int x) { return 2 * x; }\n";

void check_usage_error(const ProcessResult& result, const std::string& message) {
  CHECK(result.exit_code == 2);
  CHECK(result.out.empty());
  CHECK_THAT(result.err, ContainsSubstring("agc: error: "));
  CHECK_THAT(result.err, ContainsSubstring(message));
  CHECK_THAT(result.err, ContainsSubstring("--help"));
}

}  // namespace

TEST_CASE("help and version go to standard output and succeed") {
  const Workspace space;
  const ProcessResult version = space.agc({"--version"});
  CHECK(version.exit_code == 0);
  CHECK_THAT(version.out, ContainsSubstring("agc 0.") && ContainsSubstring("Clang 19"));
  const ProcessResult help = space.agc({"--help"});
  CHECK(help.exit_code == 0);
  CHECK(help.err.empty());
  for (const char* word :
       {"convert", "to-code", "explain", "build", "run", "Exit codes: 0 fine, 1 errors in the input, 2"}) {
    CHECK_THAT(help.out, ContainsSubstring(word));
  }
  for (const char* command : {"convert", "to-code", "explain", "build", "run"}) {
    const ProcessResult own = space.agc({command, "--help"});
    CHECK(own.exit_code == 0);
    for (const char* word : {"-p DIR", "--extra-arg", "--diagnostics", "What follows --"}) {
      CHECK_THAT(own.out, ContainsSubstring(word));
    }
  }
}

TEST_CASE("a missing or unknown command names the commands") {
  const Workspace space;
  check_usage_error(space.agc({}), "convert, to-code, explain, graph, build, run or devices");
  check_usage_error(space.agc({"convrt", "a.cpp"}), "unknown command 'convrt'; did you mean 'convert'?");
}

TEST_CASE("an unknown option names the one that was meant") {
  const Workspace space;
  space.write("a.cpp", kPlain);
  check_usage_error(space.agc({"convert", "a.cpp", "--outptu", "b.cpp"}), "'--outptu'; did you mean '--output'?");
  check_usage_error(space.agc({"convert", "a.cpp", "-Wall"}), "'all' is none of host-effects, no-host-effects");
  check_usage_error(space.agc({"explain", "a.cpp", "--json", "--sarif"}), "--json excludes --sarif");
  check_usage_error(space.agc({"convert", "a.cpp", "--zzzzzzzz"}), "unknown argument '--zzzzzzzz'");
  check_usage_error(space.agc({"convert", "a.cpp", "--diagnostics=xml"}), "'xml' is none of text, json, sarif");
  CHECK(space.names() == std::vector<std::string>{"a.cpp"});
}

TEST_CASE("inputs and outputs that do not fit together are refused before anything is read") {
  const Workspace space;
  space.write("a.cpp", kPlain);
  space.write("b.cpp", kPlain);
  space.write("sub/a.cpp", kPlain);
  check_usage_error(space.agc({"convert"}), "no input file");
  check_usage_error(space.agc({"convert", "a.cpp", "b.cpp"}), "-o is needed: the folder");
  check_usage_error(space.agc({"convert", "a.cpp", "sub/a.cpp", "-o", "out/"}), "two inputs would be written to");
  check_usage_error(space.agc({"convert", "a.cpp", "sub/a.cpp", "-o", "b.cpp"}),
                    "-o names a folder, and 'b.cpp' is a file");
  check_usage_error(space.agc({"convert", "a.cpp", "-o", "./a.cpp"}), "never overwrites a source");
  check_usage_error(space.agc({"convert", "a.cpp", "-o", "x.cpp", "--depfile", "a.cpp"}), "is the input");
  check_usage_error(space.agc({"convert", "a.cpp", "--depfile", "a.d"}), "--depfile needs -o");
  check_usage_error(space.agc({"build", "a.cpp"}), "--output is required");
  check_usage_error(space.agc({"build", "a.cpp", "-o", "a.cpp"}), "never overwrites a source");
  CHECK(space.read("a.cpp") == kPlain);
}

TEST_CASE("a response file is part of the command line, with quotes and spaces") {
  const Workspace space;
  space.write("in put.cpp", "#if !defined(A) || B != 2\n#error flags are missing\n#endif\n" + kPlain);
  space.write("inner.txt", "--extra-arg -DA\n--extra-arg=-DB=2");
  space.write("args.txt", "'in put.cpp'\t-o \"out put.cpp\"\n@inner.txt\n");
  const ProcessResult result = space.agc({"convert", "@args.txt"});
  CHECK(result.exit_code == 0);
  CHECK_THAT(space.read("out put.cpp"), ContainsSubstring(kPlain));

  space.write("flags.txt", "-DA '-DB=2'");
  CHECK(space.agc({"convert", "in put.cpp", "--check", "--", "@flags.txt"}).exit_code == 0);

  check_usage_error(space.agc({"convert", "@nowhere.txt"}), "cannot read the response file 'nowhere.txt'");
  space.write("loop.txt", "@loop.txt");
  check_usage_error(space.agc({"convert", "@loop.txt"}), "nested too deeply");
}

}  // namespace usage_test
