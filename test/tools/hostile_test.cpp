/// Input that nobody means: agc says what is wrong, or converts it, and never crashes.
#include "support/catch.h"
#include "tools/agc_process.h"

using ag_test::ProcessResult;
using ag_test::Workspace;

namespace hostile_test {
namespace {

std::string repeated(const std::string& text, int count) {
  std::string result;
  for (int i = 0; i < count; ++i) result += text;
  return result;
}

// A class by the name of the runtime's, without its header: these files are read by the hundred.
const std::string kTensor = R"(namespace ag { struct Tensor { Tensor(int); explicit operator bool() const; };
Tensor operator+(Tensor, Tensor); Tensor operator<(Tensor, Tensor); }
using ag::Tensor;
#define AG_FUNCTION __attribute__((annotate("ag.function")))
)";

const std::string kFunction = R"(AG_FUNCTION Tensor f(Tensor x, Tensor y) {
  while (x < y) { if (y < x) { x = x + 1; continue; } else if (x < 3) break; y = y + x; }
  return x < y ? x : y;
}
)";

void check_survives(const Workspace& space, const std::string& text) {
  space.write("input.cpp", text);
  const ProcessResult result = space.agc({"convert", "input.cpp", "-o", "output.cpp", "--depfile", "output.d"});
  CAPTURE(text.substr(0, 400), result.err.substr(0, 2000));
  CHECK((result.exit_code == 0 || result.exit_code == 1));
  CHECK(result.exit_code == (space.exists("output.cpp") ? 0 : 1));
  CHECK((result.exit_code == 1) == (result.err.find("error") != std::string::npos));
  CHECK(result.err.find("please report") == std::string::npos);
  std::filesystem::remove(space.folder() / "output.cpp");
}

}  // namespace

TEST_CASE("bytes that are no program") {
  const Workspace space;
  check_survives(space, "");
  check_survives(space, std::string("int x;\0int y;\n", 14));
  check_survives(space, "\xef\xbb\xbfint x;\r\n");
  check_survives(space, "\xff\xfe\x00\x80");
  check_survives(space, "#include \"input.cpp\"\n");
  check_survives(space, "const char* s = R\"(");
  check_survives(space, "/*");
  check_survives(space, "#define A A A\nA\n#if\n");
  check_survives(space,
                 "\x7f"
                 "ELF\x02\x01\x01");
}

TEST_CASE("nesting deeper than anybody writes") {
  const Workspace space;
  check_survives(space, "int x = " + repeated("(", 100000) + "1;\n");
  check_survives(space, "int f() { " + repeated("{", 100000) + "\n");
  check_survives(space, kTensor + "AG_FUNCTION Tensor f(Tensor x) { return x" + repeated(" + x", 3000) + "; }\n");
  check_survives(space, kTensor + "AG_FUNCTION Tensor f(Tensor x) { " + repeated("if (x < 1) { ", 200) + "x = x + 1;" +
                            repeated(" }", 200) + " return x; }\n");
  check_survives(space, kTensor + "AG_FUNCTION Tensor f(Tensor x) { " +
                            repeated("while (x < 1) { if (x < 2) break; ", 8) + repeated(" }", 8) + " return x; }\n");
}

TEST_CASE("an annotated function cut off at any place") {
  const Workspace space;
  for (std::size_t length = 0; length <= kFunction.size(); length += 7) {
    check_survives(space, kTensor + kFunction.substr(0, length));
    check_survives(space, kTensor + kFunction.substr(length));
  }
}

}  // namespace hostile_test
