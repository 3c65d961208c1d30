/// Large results that nobody reads before the next call: how that is guessed, and that native code gives the same
/// elements past the cache.
#include "exec/late_results.h"

#include <algorithm>

#include "runtime/codegen/program_run.h"

namespace ag::test {

namespace {

ir::Graph twice(int64_t elements) {
  const std::string type = "float32[" + std::to_string(elements) + "]";
  return ir::parse("graph twice(%0: " + type + ") -> " + type + " {\n  %1 = add(%0, %0) : " + type + "\n  yield %1\n}",
                   ops::table());
}

constexpr int64_t kLarge = 1000037;

}  // namespace

TEST_CASE("results are read late where a program runs again and again, and nothing large is read meanwhile") {
  const codegen::Program program = codegen::lower(twice(kLarge));
  exec::LateResults late(program), other(program);
  REQUIRE(late.watches());
  CHECK_FALSE(exec::LateResults(codegen::lower(twice(1000))).watches());
  const Tensor x = astype(arange(kLarge), float32), y = x + x, small = ones({10});
  const Tensor *to_x = &x, *to_y = &y;
  const auto is_late = [&] { return late.is_late({&to_x, 1}); };
  const auto run = [&](exec::LateResults& one) {
    one.begin({&to_x, 1});
    one.end(y);
  };
  CHECK_FALSE(is_late());  // nothing is known yet
  run(late);
  CHECK(is_late());
  CHECK_FALSE(late.is_late({&to_y, 1}));  // what it gave
  run(late);
  sum(small);
  CHECK(is_late());
  SECTION("an operation reads it") { sum(y); }
  SECTION("an elementwise operation reads it") { y + 1; }
  SECTION("its elements are looked at") { (void)y.data<float>(); }
  SECTION("its elements are copied") { (void)y.to_vector<float>(); }
  SECTION("another program reads something large") { run(other); }
  SECTION("a program for any length reads something large") {
    const ir::Graph graph = ir::parse(
        "graph f(%0: float32[?]) -> float32[] {\n  %1 = sum(%0) {axes = [0], keepdims = false} : float32[]\n  yield "
        "%1\n}",
        ops::table());
    exec::LateResults any(codegen::lower(graph));
    REQUIRE(any.watches());
    any.begin({&to_y, 1});
  }
  CHECK_FALSE(is_late());
  run(late);
  CHECK(is_late());
}

TEST_CASE("native code gives the same elements, whether its results are read late or soon") {
  const codegen::BackendInterface* backend = backend_or_warning();
  if (!backend) return;
  const codegen::Program program = codegen::lower(twice(kLarge));
  const std::vector<codegen::Symbol> symbols = codegen::native_symbols(exec::Frame::calls());
  std::string error;
  const auto code = backend->compile({program, symbols}, error);
  REQUIRE(code);
  const Tensor x = astype(arange(kLarge), float32);
  const std::vector<const Tensor*> inputs{&x};
  for (const bool late : {false, true}) {
    exec::Frame frame(program, inputs);
    frame.results_are_late = late;
    REQUIRE(code->function()(&frame) == 0);
    const std::vector<Tensor> results = frame.take_results();
    CHECK(std::ranges::equal(results[0].data<float>(), (x + x).data<float>()));
  }
}

}  // namespace ag::test
