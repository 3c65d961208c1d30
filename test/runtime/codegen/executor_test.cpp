/// Which executor runs a graph, and what native code does that programs alone don't show.
#include "exec/executor.h"

#include <cstdlib>

#include "exec/compiled.h"
#include "exec/interpreter.h"
#include "graph/text.h"
#include "ops/table.h"
#include "support/catch.h"

namespace ag::test {

namespace {

using exec::ExecutorKind;

std::string message_of(const exec::Executor& executor, const Tensor& x) {
  const Tensor* const inputs[] = {&x};
  try {
    executor.run(inputs);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace

TEST_CASE("the options decide, then the environment, then the interpreter") {
  unsetenv("AG_EXECUTOR");
  CHECK(exec::choose_executor(false, false) == ExecutorKind::Interpreter);
  CHECK(exec::choose_executor(false, true) == ExecutorKind::Compiled);
  setenv("AG_EXECUTOR", "compiled", 1);
  CHECK(exec::choose_executor(false, false) == ExecutorKind::Compiled);
  CHECK(exec::choose_executor(true, false) == ExecutorKind::Interpreter);
  setenv("AG_EXECUTOR", "fast", 1);
  CHECK_THROWS_WITH(exec::choose_executor(false, false),
                    ag_test::ContainsSubstring("AG_EXECUTOR is 'fast'; it is interpreter, compiled or automatic"));
  unsetenv("AG_EXECUTOR");
}

TEST_CASE("an error in a loop of native code is the interpreter's") {
  const char* text = R"(graph f(%0: int32[] "n") -> int32[] {
    %1 = while_loop(%0) : int32[] {(%2: int32[])
      %3 = constant() {value = int32[]{-9}} : int32[]
      %4 = greater(%2, %3) : boolean[]
      check(%4, %2) {format = ["=n fell to", "#"]} @ "loop.cpp":7
      yield %4
    } {(%5: int32[])
      %6 = constant() {value = int32[]{60}} : int32[]
      %7 = constant() {value = int32[]{1}} : int32[]
      %8 = subtract(%5, %7) : int32[]
      %9 = divide(%6, %8) : int32[] @ "loop.cpp":9
      %10 = minimum(%8, %9) : int32[]
      yield %10
    }
    yield %1
  })";
  const auto graph = std::make_shared<const ir::Graph>(ir::parse(text, ops::table()));
  std::string why;
  const codegen::BackendInterface* backend = exec::backend(why);
  if (!backend) {
    WARN("skipped: " + why);
    return;
  }
  const exec::Compiled compiled(*graph, *backend);
  const exec::Interpreter interpreter(graph);
  for (int start : {3, -5}) {
    const Tensor x = detail::scalar_tensor(detail::scalar_of(start), DType::int32);
    const std::string message = message_of(compiled, x);
    CHECK(message == message_of(interpreter, x));
    CHECK(message.find("loop.cpp:") == 0);
  }
}

}  // namespace ag::test
