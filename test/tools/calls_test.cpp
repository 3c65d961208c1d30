/// Errors of a graph name the calls that lead to what failed, with the lines that the debug information of the program
/// tells.
#include "support/catch.h"
#include "tools/agc_process.h"

using ag_test::ContainsSubstring;
using ag_test::ProcessResult;
using ag_test::Workspace;

namespace calls_test {
namespace {

const char* const kProgram = R"(#include <ag/ag.h>
#include <iostream>
using ag::Tensor;
Tensor element(Tensor x, Tensor i) {
  return x[i];
}
Tensor sum_of(Tensor x, Tensor n) {
  Tensor sum = 0.0f;
  for (Tensor i : ag::range(n)) {
    if (i > 1) {
      sum = sum +
            element(x, i);
    }
  }
  return sum;
}
AG_FUNCTION Tensor inner(Tensor x, Tensor n) {
  return sum_of(x, n) * 2;
}
AG_FUNCTION Tensor outer(Tensor x, Tensor n) {
  Tensor y = inner(x, 3);
  return y + inner(x, n);
}
struct Model {
  Tensor weight = ag::tensor({1.0, 2.0, 3.0});
  Tensor product(Tensor x) {
    return ag::matmul(weight, x);
  }
  AG_FUNCTION Tensor step(Tensor x) { return product(x) + 1; }
};
AG_FUNCTION Tensor direct(Tensor x) {
  if (x > 1) x = x / 2;
  ag::check(x < 3, "too large");
  return x;
}
Tensor retyped(Tensor x) {
  Tensor s = ag::tensor(0);
  while (x > 0) {
    s = ag::astype(s, ag::float32);
    x = x - 1;
  }
  return s;
}
AG_FUNCTION Tensor calls_retyped(Tensor x) { return retyped(x); }
auto chosen = ag::function([](Tensor x, Tensor i) { return element(x, i); });
template <class T>
T scaled(T x, int by) {
  return chosen(x, x) * by;
}
AG_FUNCTION Tensor calls_template(Tensor x) { return scaled(x, 3); }
AG_FUNCTION Tensor repeated(Tensor x, int n) {
  if (n == 0) return element(x, Tensor(3)) + 1;
  return repeated(x * 2, n - 1) + 1;
}
Tensor deepest(Tensor n) {
  if (n <= 0) {
    ag::check(n > 0, "no more");
    return n;
  }
  return deepest(n - 1) + 1;
}
AG_FUNCTION Tensor goes_deep(Tensor n) { return deepest(n) * 2; }
auto itself = ag::function([](Tensor x) {
  ag::check(x > 5, "too small");
  return x;
});
template <class Call>
void show(Call call) {
  try {
    call();
  } catch (const ag::Error& error) {
    for (const std::string& line : error.context()) std::cout << line << "\n";
    std::cout << "at " << error.location().str() << "\n";
  }
}
int main() {
  for (int k = 0; k < 2; ++k) show([] { outer(ag::tensor({1.0, 2.0, 3.0}), 5); });
  show([] { Model().step(ag::tensor({1.0, 2.0})); });
  show([] { direct(8); });
  show([] { calls_retyped(8); });
  show([] { calls_template(ag::tensor({3, 1})); });
  show([] { repeated(ag::tensor({3, 1}), 3); });
  show([] { goes_deep(5); });
  show([] { itself(5); });
}
)";

const char* const kFailure =
    "in iteration 4 of the loop at calls.cpp:9\n"
    "in 'element', called at calls.cpp:12 in 'sum_of'\n"
    "in 'sum_of', called at calls.cpp:18 in 'inner'\n"
    "in 'inner', called at calls.cpp:22 in 'outer'\n"
    "at calls.cpp:5\n";
const char* const kWhileTracing =
    "in 'product', called at calls.cpp:29 in 'step'\n"
    "at calls.cpp:27\n";
const char* const kWhileStaging =
    "in 'retyped', called at calls.cpp:44 in 'calls_retyped'\n"
    "at calls.cpp:38\n";
const char* const kThroughTemplate =
    "in 'element', called at calls.cpp:45 in a lambda\n"
    "in a lambda, called at calls.cpp:48 in 'scaled'\n"
    "in 'scaled', called at calls.cpp:50 in 'calls_template'\n"
    "at calls.cpp:5\n";
const char* const kRepeated =
    "in 'element', called at calls.cpp:52 in 'repeated'\n"
    "in 'repeated', called at calls.cpp:53 in 'repeated', 3 times\n";

const char* const kRecursive =
    "in 'deepest', called at calls.cpp:60 in 'deepest', 5 times\n"
    "in 'deepest', called at calls.cpp:62 in 'goes_deep'\n"
    "at calls.cpp:57\n";
const char* const kItself = "at calls.cpp:64\n";

}  // namespace

TEST_CASE("an error names the calls that lead to it, in the interpreter and in native code") {
  const Workspace space;
  space.write("calls.cpp", kProgram);
  for (const char* executor : {"AG_EXECUTOR=interpreter", "AG_EXECUTOR=compiled"}) {
    const ProcessResult run = space.agc({"run", "calls.cpp"}, {executor});
    CHECK(run.exit_code == 0);
    if (run.out.find("compiled with -g") != std::string::npos) {
      WARN("skipped: the code generator, which reads debug information, is not built");
      return;
    }
    const std::string expected =
        std::string(kFailure) + kFailure + kWhileTracing + "at calls.cpp:33\n" + kWhileStaging + kThroughTemplate;
    CHECK(run.out.substr(0, expected.size()) == expected);
    CHECK_THAT(run.out.substr(expected.size()), ContainsSubstring(std::string(kRepeated) + "at calls.cpp:5\n"));
    CHECK(run.out.ends_with(std::string(kRecursive) + kItself));
  }
}

TEST_CASE("without debug information an error names the functions") {
  const Workspace space;
  space.write("calls.cpp", kProgram);
  REQUIRE(space.agc({"build", "calls.cpp", "-o", "calls", "--", "-g0"}).exit_code == 0);
  const ProcessResult run = ag_test::run_process({(space.folder() / "calls").string()}, space.folder());
  INFO(run.err);
  CHECK_THAT(run.out,
             ContainsSubstring("in 'element', reached from 'inner', reached from 'outer'; compiled with -g,") &&
                 ContainsSubstring("in 'product', reached from 'step'; compiled with -g,"));
}

}  // namespace calls_test
