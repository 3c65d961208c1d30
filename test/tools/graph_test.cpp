/// agc graph: what functions become, from the graph to machine code.
#include "support/catch.h"
#include "tools/agc_process.h"

using ag_test::ContainsSubstring;
using ag_test::ProcessResult;
using ag_test::StartsWith;
using ag_test::Workspace;

namespace graph_test {
namespace {

const char* const kProgram = R"(#include <ag/ag.h>
#include <cstdlib>
#include <iostream>
using ag::Tensor;
AG_FUNCTION Tensor halve(Tensor x) {
  while (ag::max(x) > 1.0) x = x / 2;
  return x;
}
AG_FUNCTION Tensor twice(Tensor x) {
  const Tensor unused = ag::exp(x);
  return x + x;
}
int main(int count, char** words) {
  std::cout << "the program's own " << halve(ag::tensor({3.0f, 5.0f})) << "\n";
  if (count > 1) twice(ag::tensor(1.0f));
  if (count > 2) std::cerr << "too many words\n";
  return count > 2 ? std::atoi(words[2]) : 0;
}
)";

}  // namespace

TEST_CASE("graph shows what functions become, stage by stage") {
  const Workspace space;
  space.write("halve.cpp", kProgram);
  const ProcessResult optimized = space.agc({"graph", "halve.cpp"});
  CHECK(optimized.exit_code == 0);
  CHECK_THAT(optimized.out, StartsWith("// graph of halve\ngraph halve(%0: float32[2] \"x\") -> float32[2] {\n"));
  CHECK_THAT(optimized.out, ContainsSubstring("while_loop(%0) : float32[2] \"x\" @ \"halve.cpp\":6"));
  CHECK_THAT(optimized.out, !ContainsSubstring("the program's own"));

  const ProcessResult all = space.agc({"graph", "halve.cpp", "--stage", "traced,dot,plan,machine,program,llvm,asm"});
  CHECK(all.exit_code == 0);
  CHECK_THAT(all.out, StartsWith("// traced graph of halve\n"));
  CHECK_THAT(all.out, ContainsSubstring("// picture of halve\ndigraph"));
  CHECK_THAT(all.out, ContainsSubstring("// interpreter plan of halve\nplan \"halve\": "));
  CHECK_THAT(all.out, ContainsSubstring("in exchange"));
  CHECK_THAT(all.out, ContainsSubstring("// machine of halve\nl1_bytes="));
  CHECK_THAT(all.out, ContainsSubstring("@ halve.cpp:6\n"));
  if (all.out.find("// program of") == std::string::npos) {
    WARN("skipped: the code generator is not built");
    return;
  }
  CHECK_THAT(all.out, ContainsSubstring("// program of halve\nprogram \"halve\"(a0: float32[2])"));
  CHECK_THAT(all.out, ContainsSubstring("} @ \"halve.cpp\":6\n"));
  CHECK_THAT(all.out, ContainsSubstring("@ag_program("));
  CHECK_THAT(all.out, ContainsSubstring("ag_program:"));
}

TEST_CASE("graph shows the functions that are asked for, of a program with arguments") {
  const Workspace space;
  space.write("halve.cpp", kProgram);
  const ProcessResult one = space.agc({"graph", "halve.cpp", "--function", "twice", "--", "more"});
  CHECK(one.exit_code == 0);
  CHECK_THAT(one.out, StartsWith("// graph of twice\n"));
  CHECK_THAT(one.out, !ContainsSubstring("halve("));
  CHECK_THAT(one.out, !ContainsSubstring("exp("));
  const ProcessResult none = space.agc({"graph", "halve.cpp", "--function", "thrice", "--", "more"});
  CHECK(none.exit_code == 1);
  CHECK_THAT(none.err, ContainsSubstring("'thrice'"));
  CHECK_THAT(none.err, ContainsSubstring("did you mean 'twice'?"));
  // What was traced before a program fails is shown, and that it failed.
  const ProcessResult failed = space.agc({"graph", "halve.cpp", "--passes", "none", "--", "more", "3"});
  CHECK(failed.exit_code == 1);
  CHECK_THAT(failed.out, ContainsSubstring("exp("));
  CHECK_THAT(failed.out, ContainsSubstring("// graph of halve\n"));
  CHECK_THAT(failed.err, ContainsSubstring("too many words"));
  CHECK_THAT(failed.err, ContainsSubstring("the program ended with exit code 3"));
}

TEST_CASE("graph says what is wrong where there is nothing to show") {
  const Workspace space;
  space.write("idle.cpp", R"(#include <ag/ag.h>
AG_FUNCTION ag::Tensor twice(ag::Tensor x) { return x + x; }
int main() {}
)");
  const ProcessResult idle = space.agc({"graph", "idle.cpp"});
  CHECK(idle.exit_code == 1);
  CHECK_THAT(idle.err, ContainsSubstring("the program has called no function that is marked AG_FUNCTION"));
  const ProcessResult stage = space.agc({"graph", "idle.cpp", "--stage", "wasm"});
  CHECK(stage.exit_code == 2);
  CHECK_THAT(stage.err, ContainsSubstring("wasm"));
}

}  // namespace graph_test
