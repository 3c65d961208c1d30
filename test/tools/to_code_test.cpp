/// `agc to-code`: the rewritten functions as people read them.
#include "support/catch.h"
#include "tools/agc_process.h"

using ag_test::ContainsSubstring;
using ag_test::ProcessResult;
using ag_test::Workspace;

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
