/// `agc convert` on files: what it writes, what it leaves alone, and what it says.
#include <sys/stat.h>
#include <unistd.h>

#include <chrono>
#include <nlohmann/json.hpp>

#include "support/catch.h"
#include "tools/agc_process.h"

using ag_test::ContainsSubstring;
using ag_test::ProcessResult;
using ag_test::Workspace;

namespace convert_test {
namespace {

namespace fs = std::filesystem;

const std::string kPlain = "int twice(int x) { return 2 * x; }\n";
const std::string kBroken = "int f() {\n\treturn no_such_name;\n}\n";

void check_input_error(const ProcessResult& result, const std::string& message) {
  CHECK(result.exit_code == 1);
  CHECK(result.out.empty());
  CHECK_THAT(result.err, ContainsSubstring(message));
  CHECK_THAT(result.err, ContainsSubstring("1 error generated.\n"));
}

bool is_root() { return geteuid() == 0; }

}  // namespace

TEST_CASE("one file goes to its output, to a folder, or to standard output") {
  const Workspace space;
  space.write("a.cpp", kPlain);
  CHECK(space.agc({"convert", "a.cpp", "-o", "b.cpp"}).exit_code == 0);
  const std::string converted = space.read("b.cpp");
  CHECK_THAT(converted, ContainsSubstring(kPlain));

  const ProcessResult to_out = space.agc({"convert", "a.cpp"});
  CHECK(to_out.exit_code == 0);
  CHECK(to_out.out == converted);
  CHECK(space.agc({"convert", "a.cpp", "-o", "-"}).out == converted);
  CHECK_FALSE(space.exists("-"));

  CHECK(space.agc({"convert", "a.cpp", "-o", "new/"}).exit_code == 0);
  CHECK(space.read("new/a.cpp") == converted);
  CHECK(space.read("a.cpp") == kPlain);
}

TEST_CASE("several files go to a folder, and one bad file does not stop the others") {
  const Workspace space;
  space.write("a.cpp", kPlain);
  space.write("bad.cpp", kBroken);
  space.write("c.cpp", kPlain);
  const ProcessResult result = space.agc({"convert", "a.cpp", "bad.cpp", "c.cpp", "-o", "out"});
  CHECK(result.exit_code == 1);
  CHECK(space.exists("out/a.cpp"));
  CHECK(space.exists("out/c.cpp"));
  CHECK_FALSE(space.exists("out/bad.cpp"));
}

TEST_CASE("an error in the source is shown as Clang shows it, and nothing is written") {
  const Workspace space;
  space.write("bad.cpp", kBroken);
  space.write("out.cpp", "what was there before\n");
  const ProcessResult result = space.agc({"convert", "bad.cpp", "-o", "out.cpp", "--depfile", "out.d"});
  CHECK(result.exit_code == 1);
  CHECK(result.err ==
        "bad.cpp:2:9: error: use of undeclared identifier 'no_such_name'\n"
        "    2 |         return no_such_name;\n"
        "      |                ^\n"
        "1 error generated.\n");
  CHECK(space.read("out.cpp") == "what was there before\n");
  CHECK(space.names() == std::vector<std::string>{"bad.cpp", "out.cpp"});
}

TEST_CASE("diagnostics as JSON are one array and nothing else") {
  const Workspace space;
  space.write("bad.cpp", kBroken);
  const ProcessResult result = space.agc({"convert", "bad.cpp", "nowhere.cpp", "-o", "out/", "--diagnostics=json"});
  CHECK(result.exit_code == 1);
  CHECK(result.out.empty());
  const nlohmann::json all = nlohmann::json::parse(result.err);
  REQUIRE(all.size() == 2);
  CHECK(all[0]["file"] == "bad.cpp");
  CHECK(all[0]["line"] == 2);
  CHECK(all[0]["column"] == 9);
  CHECK(all[1]["id"] == "cannot-read");

  space.write("a.cpp", "int x;\n");
  CHECK(space.agc({"convert", "a.cpp", "-o", "b.cpp", "--depfile", "b.d", "--diagnostics=json"}).err == "[]\n");
}

TEST_CASE("colours only when asked for, or on a terminal") {
  const Workspace space;
  space.write("bad.cpp", kBroken);
  CHECK(space.agc({"convert", "bad.cpp"}).err.find('\x1b') == std::string::npos);
  CHECK(space.agc({"convert", "bad.cpp", "--color=always"}).err.find("\x1b[0;1;31merror") != std::string::npos);
}

TEST_CASE("files that cannot be read or written are named with the reason") {
  const Workspace space;
  space.write("a.cpp", kPlain);
  space.write("header.h", "int other();\n");
  space.write("includes.cpp", "#include \"header.h\"\n" + kPlain);
  fs::create_directory(space.folder() / "folder.cpp");
  check_input_error(space.agc({"convert", "nowhere.cpp", "-o", "b.cpp"}),
                    "cannot read 'nowhere.cpp': No such file or directory");
  check_input_error(space.agc({"convert", "folder.cpp", "-o", "b.cpp"}), "cannot read 'folder.cpp': it is a directory");
  check_input_error(space.agc({"convert", "a.cpp", "-o", "no/such/b.cpp", "--depfile", "b.d"}),
                    "cannot write 'no/such/b.cpp': No such file or directory");
  check_input_error(space.agc({"convert", "includes.cpp", "-o", "header.h", "--depfile", "b.d"}),
                    "is a file that the input includes");
  CHECK(space.read("header.h") == "int other();\n");
  CHECK_FALSE(space.exists("b.d"));
  if (!is_root()) {
    space.write("secret.cpp", kPlain);
    chmod((space.folder() / "secret.cpp").c_str(), 0);
    check_input_error(space.agc({"convert", "secret.cpp", "-o", "b.cpp"}),
                      "cannot read 'secret.cpp': Permission denied");
    fs::create_directory(space.folder() / "closed");
    chmod((space.folder() / "closed").c_str(), 0500);
    check_input_error(space.agc({"convert", "a.cpp", "-o", "closed/b.cpp"}),
                      "cannot write 'closed/b.cpp': Permission denied");
  }
}

TEST_CASE("a file without annotation is copied with a warning that says what to write") {
  const Workspace space;
  space.write("a.cpp", kPlain);
  const ProcessResult result = space.agc({"convert", "a.cpp", "-o", "b.cpp"});
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.err, ContainsSubstring(
                             "a.cpp: warning: no function of this file is marked for conversion [nothing-to-convert]"));
  CHECK_THAT(result.err, ContainsSubstring("note: write AG_FUNCTION"));
  // A build system converts every file of a target.
  CHECK(space.agc({"convert", "a.cpp", "-o", "b.cpp", "--depfile", "b.d"}).err.empty());
}

TEST_CASE("an output that would not change keeps its time, and its mode") {
  const Workspace space;
  space.write("a.cpp", kPlain);
  REQUIRE(space.agc({"convert", "a.cpp", "-o", "b.cpp"}).exit_code == 0);
  const fs::path output = space.folder() / "b.cpp";
  const auto old = fs::last_write_time(output) - std::chrono::hours(1);
  fs::last_write_time(output, old);
  chmod(output.c_str(), 0640);
  REQUIRE(space.agc({"convert", "a.cpp", "-o", "b.cpp"}).exit_code == 0);
  CHECK(fs::last_write_time(output) == old);

  space.write("a.cpp", kPlain + "// more\n");
  REQUIRE(space.agc({"convert", "a.cpp", "-o", "b.cpp"}).exit_code == 0);
  CHECK(fs::last_write_time(output) != old);
  CHECK_THAT(space.read("b.cpp"), ContainsSubstring("// more\n"));
  CHECK((fs::status(output).permissions() & fs::perms::mask) == static_cast<fs::perms>(0640));
}

TEST_CASE("a link stays a link, and a device is written to") {
  const Workspace space;
  space.write("a.cpp", kPlain);
  space.write("real.cpp", "old\n");
  fs::create_symlink("real.cpp", space.folder() / "link.cpp");
  REQUIRE(space.agc({"convert", "a.cpp", "-o", "link.cpp"}).exit_code == 0);
  CHECK(fs::is_symlink(space.folder() / "link.cpp"));
  CHECK_THAT(space.read("real.cpp"), ContainsSubstring(kPlain));
  CHECK(space.agc({"convert", "a.cpp", "-o", "/dev/null"}).exit_code == 0);
  CHECK(fs::is_character_file("/dev/null"));
}

TEST_CASE("the depfile names output, source and headers as make reads them") {
  const Workspace space;
  space.write("my header.h", "int other();\n");
  space.write("a.cpp", "#include \"my header.h\"\n" + kPlain);
  REQUIRE(space.agc({"convert", "a.cpp", "-o", "b.cpp", "--depfile", "b.d"}).exit_code == 0);
  const std::string rule = space.read("b.d");
  CHECK_THAT(rule, ag_test::StartsWith("b.cpp: \\\n  a.cpp"));
  CHECK_THAT(rule, ContainsSubstring("my\\ header.h\n"));
}

TEST_CASE("--check reports and writes nothing") {
  const Workspace space;
  space.write("a.cpp", kPlain);
  space.write("bad.cpp", kBroken);
  CHECK(space.agc({"convert", "--check", "a.cpp", "-o", "b.cpp"}).exit_code == 0);
  const ProcessResult result = space.agc({"convert", "--check", "a.cpp", "bad.cpp"});
  CHECK(result.exit_code == 1);
  CHECK(result.out.empty());
  CHECK(space.names() == std::vector<std::string>{"a.cpp", "bad.cpp"});
}

TEST_CASE("--time prints what the stages took") {
  const Workspace space;
  space.write("a.cpp", kPlain);
  const ProcessResult result = space.agc({"convert", "--time", "a.cpp", "-o", "b.cpp"});
  CHECK(result.exit_code == 0);
  CHECK_THAT(result.err, ContainsSubstring("a.cpp: parse 0.") && ContainsSubstring(" s, convert 0.") &&
                             ContainsSubstring("emit 0."));
}

}  // namespace convert_test
