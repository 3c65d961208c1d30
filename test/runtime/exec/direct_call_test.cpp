/// Native code that needs nothing of the runtime but room for its results runs without a frame, and gives what it gives
/// with one.
#include "exec/direct_call.h"

#include <functional>

#include "runtime/program/program_run.h"
#include "support/replaced.h"

namespace ag::test {

namespace direct_call_test {
namespace {

std::shared_ptr<const ir::Graph> parsed(const std::string& text) {
  return std::make_shared<const ir::Graph>(ir::parse(text, ops::table()));
}
bool can_run(const std::string& text, const codegen::LowerOptions& options = {}) {
  return exec::DirectCall::can_run(codegen::lower(*parsed(text), options));
}

// A number, a new array, and an argument as it is.
const char* const kResults = R"(graph f(%0: float32[2,3] "x", %1: int32[] "n") -> int32[], float32[2,3], float32[2,3] {
  %2 = constant() {value = int32[]{60}} : int32[]
  %3 = divide(%2, %1) : int32[]
  %4 = multiply(%0, %0) : float32[2,3]
  yield %3, %4, %0
})";

// A loop whose rounds compute NEXT of %3.
std::string loop(const std::string& next) {
  return replaced(R"(graph f(%0: int32[] "n") -> int32[] {
  %1 = while_loop(%0) : int32[] {(%2: int32[])
    %4 = constant() {value = int32[]{90}} : int32[]
    %5 = less(%2, %4) : boolean[]
    yield %5
  } {(%3: int32[])
    %6 = NEXT(%3, %3) : int32[]
    yield %6
  }
  yield %1
})",
                  "NEXT", next);
}

/// What both give, or their errors.
struct Given {
  std::string without, with;
};
Given given(const ir::Graph& graph, const codegen::BackendInterface& backend,
            const std::vector<const Tensor*>& inputs) {
  const auto text_of = [](const std::function<std::vector<Tensor>()>& run) -> std::string {
    try {
      return show(run());
    } catch (const Error& error) {
      return error.what();
    }
  };
  const exec::Compiled compiled(graph, backend);
  REQUIRE(compiled.frameless());
  return {text_of([&] { return compiled.run(inputs); }), text_of([&] { return compiled.run_rest(inputs, 0); })};
}

}  // namespace

TEST_CASE("a program needs a frame for tensors, and for what asks the runtime") {
  CHECK(can_run(kResults));
  CHECK(can_run(loop("add")));
  CHECK(!can_run(loop("add"), {.can_stop = true}));
  // What fails is run again, so a loop may not.
  CHECK(!can_run(loop("divide")));
  // A kernel.
  CHECK(
      !can_run("graph f(%0: float32[100]) -> float32[100] { %1 = sort(%0) {axis = -1, descending = false} : "
               "float32[100] yield %1 }"));
  // Dimensions that nobody knows.
  CHECK(!can_run("graph f(%0: float32[?]) -> float32[?] { %1 = negative(%0) : float32[?] yield %1 }"));
  // Words, which may stand for strings.
  CHECK(!can_run("graph f(%0: uint64[3]) -> uint64[3] { %1 = add(%0, %0) : uint64[3] yield %1 }"));
  // One array twice.
  CHECK(!can_run("graph f(%0: float32[3]) -> float32[3], float32[3] { %1 = negative(%0) : float32[3] yield %1, %1 }"));
  // A branch makes the result.
  CHECK(!can_run(R"(graph f(%0: float32[300] "x", %1: boolean[] "c") -> float32[300] {
    %2 = cond(%1) : float32[300] {()
      %3 = negative(%0) : float32[300]
      yield %3
    } {()
      yield %0
    }
    yield %2
  })"));
}

TEST_CASE("native code without a frame gives what it gives with one, whatever the layout of its arguments") {
  const codegen::BackendInterface* const backend = backend_or_warning();
  if (!backend) return;
  const auto graph = parsed(kResults);
  const Tensor x = reshape(arange(6.0f), {2, 3}), turned = permute_dims(reshape(arange(6.0f), {3, 2}), {1, 0});
  REQUIRE(!detail::is_contiguous(*turned.impl()));
  const Tensor n = detail::scalar_tensor(detail::scalar_of(7), DType::int32);
  for (const Tensor* input : {&x, &turned}) {
    const auto [without, with] = given(*graph, *backend, {input, &n});
    CHECK(without == with);
    CHECK(without.find("int32 8;") == 0);
  }
  const Tensor* const inputs[] = {&x, &n};
  CHECK(exec::Compiled(*graph, *backend).run(inputs)[2].impl() == x.impl());
}

TEST_CASE("an error of native code without a frame is that with one, and there are no results then") {
  const codegen::BackendInterface* const backend = backend_or_warning();
  if (!backend) return;
  const Tensor x = reshape(arange(6.0f), {2, 3}), zero = detail::scalar_tensor(detail::scalar_of(0), DType::int32);
  const auto [without, with] = given(*parsed(kResults), *backend, {&x, &zero});
  CHECK(without == with);
  CHECK(without.find("division by zero") != std::string::npos);
  const exec::Compiled compiled(*parsed(kResults), *backend);
  Tensor results[3];
  const Tensor* const inputs[] = {&x, &zero};
  CHECK(!compiled.frameless()->run(inputs, results));
  for (const Tensor& result : results) CHECK(!result.defined());
}

}  // namespace direct_call_test

}  // namespace ag::test
