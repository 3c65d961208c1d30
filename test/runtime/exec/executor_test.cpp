/// Which executor runs a graph, and what native code does that programs alone don't show.
#include "exec/executor.h"

#include <ag/cancellation.h>

#include <chrono>
#include <cstdlib>
#include <iostream>
#include <thread>

#include "exec/backend.h"
#include "exec/tiered_executor.h"
#include "passes/specialize.h"
#include "runtime/ops/expect_error.h"
#include "runtime/program/program_run.h"

namespace ag::test {

namespace executor_test {
namespace {

using exec::ExecutorKind;

std::string message_or_results(const exec::Executor& executor, std::span<const Tensor* const> inputs) {
  try {
    return show(executor.run(inputs));
  } catch (const Error& error) {
    return error.what();
  }
}

std::string message_when_run(const exec::Executor& executor, const Tensor& x) {
  const Tensor* const inputs[] = {&x};
  try {
    executor.run(inputs);
  } catch (const Error& error) {
    return error.what();
  }
  return "no error";
}

}  // namespace

TEST_CASE("the options decide, then the environment, then the work") {
  unsetenv("AG_EXECUTOR");
  CHECK(exec::choose_executor(false, false) == ExecutorKind::TieredExecutor);
  CHECK(exec::choose_executor(false, true) == ExecutorKind::Compiled);
  setenv("AG_EXECUTOR", "interpreter", 1);
  CHECK(exec::choose_executor(false, false) == ExecutorKind::Interpreter);
  setenv("AG_EXECUTOR", "compiled", 1);
  CHECK(exec::choose_executor(false, false) == ExecutorKind::Compiled);
  CHECK(exec::choose_executor(true, false) == ExecutorKind::Interpreter);
  setenv("AG_EXECUTOR", "fast", 1);
  CHECK_THROWS_WITH(exec::choose_executor(false, false),
                    "AG_EXECUTOR is 'fast'; it is interpreter, compiled or automatic");
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
  const codegen::BackendInterface* const backend = backend_or_warning();
  if (!backend) return;
  const exec::Compiled compiled(*graph, *backend);
  const exec::Interpreter interpreter(graph);
  for (int start : {3, -5}) {
    const Tensor x = detail::scalar_tensor(detail::scalar_of(start), DType::int32);
    const std::string message = message_when_run(compiled, x);
    CHECK(message == message_when_run(interpreter, x));
    CHECK(message.find("loop.cpp:") == 0);
  }
}

namespace {

int64_t run_number(const exec::Executor& executor, int64_t n) {
  const Tensor x = detail::scalar_tensor(detail::scalar_of(n), DType::int64);
  const Tensor* const inputs[] = {&x};
  return executor.run_single(inputs).item<int64_t>();
}

}  // namespace

TEST_CASE("a loop that takes long goes on in native code, and the next call begins there") {
  // Sums i * k below n for k = 2, and again for k = 3: what a loop captures, and one behind another.
  const char* text = R"(graph f(%0: int64[] "n") -> int64[] {
    %1 = constant() {value = int64[]{0}} : int64[]
    %2 = constant() {value = int64[]{1}} : int64[]
    %3 = constant() {value = int64[]{2}} : int64[]
    %4 = minimum(%0, %3) : int64[]
    %5, %6 = while_loop(%1, %1) : int64[], int64[] {(%7: int64[], %8: int64[])
      %9 = less(%7, %0) : boolean[]
      yield %9
    } {(%10: int64[], %11: int64[])
      %12 = multiply(%10, %4) : int64[]
      %13 = add(%11, %12) : int64[]
      %14 = add(%10, %2) : int64[]
      yield %14, %13
    }
    %15, %16 = while_loop(%1, %6) : int64[], int64[] {(%17: int64[], %18: int64[])
      %19 = less(%17, %0) : boolean[]
      yield %19
    } {(%20: int64[], %21: int64[])
      %25 = greater(%21, %1) : boolean[]
      %22 = cond(%25) : int64[] {()
        %23 = add(%21, %20) : int64[]
        yield %23
      } {()
        yield %21
      }
      %24 = add(%20, %2) : int64[]
      yield %24, %22
    }
    yield %16
  })";
  const auto graph = std::make_shared<const ir::Graph>(ir::parse(text, ops::table()));
  if (!backend_or_warning()) return;
  const exec::Interpreter interpreter(graph);
  const exec::TieredExecutor automatic(graph);
  CHECK(run_number(automatic, 10) == run_number(interpreter, 10));
  CHECK(automatic.continued_loops() == 0);
  constexpr int64_t kLong = 100'000;
  CHECK(run_number(automatic, kLong) == kLong * (kLong - 1) / 2 * 3);
  CHECK(automatic.continued_loops() == 2);
  CHECK(!automatic.is_compiled());
  CHECK(run_number(automatic, 11) == run_number(interpreter, 11));
  CHECK(automatic.is_compiled());
}

TEST_CASE("what is called often becomes native code") {
  const char* text = R"(graph f(%0: int64[] "n") -> int64[] {
    %1 = add(%0, %0) : int64[]
    yield %1
  })";
  const exec::TieredExecutor automatic(std::make_shared<const ir::Graph>(ir::parse(text, ops::table())));
  if (!backend_or_warning()) return;
  for (int64_t call = 0; call < 10; ++call) CHECK(run_number(automatic, call) == 2 * call);
  CHECK(!automatic.is_compiled());
  for (int64_t call = 0; call < 30; ++call) CHECK(run_number(automatic, call) == 2 * call);
  CHECK(automatic.is_compiled());
}

TEST_CASE("shapes that come back get native code of their own") {
  const char* text = R"(graph f(%0: float32[?] "x") -> float32[?] {
    %1 = multiply(%0, %0) : float32[?]
    %2 = add(%1, %0) : float32[?]
    yield %2
  })";
  const auto graph = std::make_shared<const ir::Graph>(ir::parse(text, ops::table()));
  if (!backend_or_warning()) return;
  const exec::Interpreter interpreter(graph);
  const exec::TieredExecutor automatic(graph, passes::specialization(), {}, exec::TieredExecutor::Begin::Compiled);
  size_t expected = 0;
  for (int64_t length : {3, 4, 3, 3, 4, 1}) {
    const Tensor x = arange(static_cast<float>(length));
    const Tensor* const inputs[] = {&x};
    CHECK(show(automatic.run(inputs)) == show(interpreter.run(inputs)));
    if (length == 3 && expected == 0 && automatic.special_count() == 1) expected = 1;
  }
  CHECK(expected == 1);
  CHECK(automatic.special_count() == 2);
}

TEST_CASE("numbers that decide extents get native code of their own") {
  // The length of a new array and a window, an index that decides no extent, and a bound that the loop decides.
  const char* text = R"(graph f(%0: float32[9] "x", %1: int32[] "n", %2: int64[] "i") -> float32[?], float32[?] {
    %3 = constant() {value = float32[]{2}} : float32[]
    %4 = add(%1, %1) : int32[]
    %5 = full(%3, %4) {shape = (?,)} : float32[?]
    %6 = index(%0, %2) {kinds = [20], starts = [0], stops = [0], steps = [1]} : float32[]
    %7 = multiply(%5, %6) : float32[?]
    %8 = index(%0, %1) {kinds = [121], starts = [0], stops = [0], steps = [1]} : float32[?]
    yield %7, %8
  })";
  const auto graph = std::make_shared<const ir::Graph>(ir::parse(text, ops::table()));
  CHECK(passes::specialization().extent_numbers(*graph) == std::vector<size_t>{1});
  // The value of a new array decides no extent.
  const ir::Graph filled = ir::parse(R"(graph f(%0: int64[] "value", %1: int64[] "n") -> int64[?] {
    %2 = full(%0, %1) {shape = (?,)} : int64[?]
    yield %2
  })",
                                     ops::table());
  CHECK(passes::specialization().extent_numbers(filled) == std::vector<size_t>{1});
  const std::array known{exec::ArgumentFacts{{9}, {}}, exec::ArgumentFacts{{}, 3}, exec::ArgumentFacts{{}, {}}};
  const std::shared_ptr<const ir::Graph> special = passes::specialization().specialize(*graph, known);
  const std::vector<ir::ValueId>& results = special->block(special->body()).results;
  CHECK(special->value(results[0]).type.shape == Shape{6});
  CHECK(special->value(results[1]).type.shape == Shape{6});
  if (!backend_or_warning()) return;
  const exec::Interpreter interpreter(graph);
  const exec::TieredExecutor automatic(graph, passes::specialization(), {}, exec::TieredExecutor::Begin::Compiled);
  const Tensor x = arange(9.0F);
  std::vector<size_t> counts;
  for (int32_t n : {3, 3, 4, 5, 4, -2, -2}) {
    const Tensor number(n), i(int64_t{n + 2});
    const Tensor* const inputs[] = {&x, &number, &i};
    CHECK(message_or_results(automatic, inputs) == message_or_results(interpreter, inputs));
    counts.push_back(automatic.special_count());
  }
  CHECK(counts == std::vector<size_t>{1, 1, 1, 1, 2, 2, 3});
}

TEST_CASE("programs that can be stopped compute the same, and end in the loop that runs") {
  // Two loops in a loop; the sum of all that they count, and never ending where n is negative.
  const auto graph = std::make_shared<const ir::Graph>(ir::parse(R"(graph f(%0: int64[] "n") -> int64[] {
    %1 = constant() {value = int64[]{0}} : int64[]
    %2 = constant() {value = int64[]{1}} : int64[]
    %3, %4 = while_loop(%1, %1) : int64[], int64[] @ "stop.cpp":5 {(%5: int64[], %6: int64[])
      %7 = not_equal(%5, %0) : boolean[]
      yield %7
    } {(%8: int64[], %9: int64[])
      %10, %11 = while_loop(%8, %9) : int64[], int64[] {(%12: int64[], %13: int64[])
        %14 = greater(%12, %1) : boolean[]
        yield %14
      } {(%15: int64[], %16: int64[])
        %17 = subtract(%15, %2) : int64[]
        %18 = add(%16, %15) : int64[]
        yield %17, %18
      }
      %19 = add(%8, %2) : int64[]
      yield %19, %11
    }
    yield %4
  })",
                                                                 ops::table()));
  const codegen::Program program = codegen::lower(*graph, {.can_stop = true});
  const auto evaluated = [&](const Tensor& n) {
    const Tensor* const inputs[] = {&n};
    exec::Frame frame(program, inputs);
    if (codegen::evaluate(program, &frame, exec::Frame::calls()) != 0) frame.rethrow();
    return frame.take_results().front().item<int64_t>();
  };
  const Tensor n = tensor(int64_t{300}), never = tensor(int64_t{-1});
  const Tensor *const inputs[] = {&n}, *const endless[] = {&never};
  const auto expected = exec::Interpreter(graph).run(inputs).front().item<int64_t>();
  const CancellationScope hour(std::chrono::hours(1));
  CHECK(evaluated(n) == expected);
  const std::string kEnded = "a graph runs longer than the time that it was given";
  const auto ends = [&](auto&& run) {
    const CancellationScope limit(std::chrono::milliseconds(20));
    CHECK_THAT(what_of(run), ag_test::ContainsSubstring(kEnded) && ag_test::ContainsSubstring("loop at stop.cpp:5"));
  };
  ends([&] { evaluated(never); });
  const codegen::BackendInterface* const backend = backend_or_warning();
  if (!backend) return;
  const exec::Compiled native(*graph, *backend, {.can_stop = true});
  CHECK(native.run(inputs).front().item<int64_t>() == expected);
  ends([&] { native.run(endless); });
}

TEST_CASE("threads compile at the same time") {
  const codegen::BackendInterface* const backend = backend_or_warning();
  if (!backend) return;
  const auto graph = std::make_shared<const ir::Graph>(ir::parse(R"(graph f(%0: int64[] "n") -> int64[] {
    %1 = multiply(%0, %0) : int64[]
    %2 = add(%1, %0) : int64[]
    yield %2
  })",
                                                                 ops::table()));
  std::atomic<int> right = 0;
  std::vector<std::thread> threads;
  constexpr int kThreads = 4, kPrograms = 25;
  for (int t = 0; t < kThreads; ++t) {
    threads.emplace_back([&] {
      for (int k = 0; k < kPrograms; ++k) right += run_number(exec::Compiled(*graph, *backend), k) == k * k + k;
    });
  }
  for (std::thread& thread : threads) thread.join();
  CHECK(right == kThreads * kPrograms);
}

TEST_CASE("AG_DUMP shows each stage") {
  const auto graph = std::make_shared<const ir::Graph>(
      ir::parse("graph f(%0: float32[3]) -> float32[3] { %1 = negative(%0) : float32[3] yield %1 }", ops::table()));
  const codegen::BackendInterface* const backend = backend_or_warning();
  if (!backend) return;
  std::ostringstream shown;
  std::streambuf* const before = std::cerr.rdbuf(shown.rdbuf());
  setenv("AG_DUMP", "program,asm,llvm", 1);
  {
    const exec::Compiled compiled(*graph, *backend);
  }
  setenv("AG_DUMP", "everything", 1);
  CHECK_THROWS_WITH(exec::Compiled(*graph, *backend),
                    ag_test::ContainsSubstring(
                        "AG_DUMP is 'everything'; it is a list of traced, passes, optimized, dot, plan, machine, "
                        "program_passes, program, llvm and asm"));
  unsetenv("AG_DUMP");
  std::cerr.rdbuf(before);
  const std::string text = shown.str();
  CHECK(text.find("// program of f\nprogram \"f\"(a0: float32[3]) -> a1 {") != std::string::npos);
  CHECK(text.find("// LLVM module of f\n") != std::string::npos);
  CHECK(text.find("@ag_program(") != std::string::npos);
  CHECK(text.find("// machine code of f\n") != std::string::npos);
}

}  // namespace executor_test

}  // namespace ag::test
