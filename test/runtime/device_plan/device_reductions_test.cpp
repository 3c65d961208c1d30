/// Reductions as kernels, in the order of kernel/reduce/reduce.h.
#include "plan_numbers.h"
#include "plan_run.h"
#include "runtime/program/program_run.h"
#include "support/catch.h"

namespace ag::test {

namespace device_reductions_test {
namespace {

constexpr int64_t kLengths[] = {1, 15, 16, 17, 31, 32, 33, 100, 4095, 4096, 4097, 8192, 12289};

const std::string kRow = R"(graph f(%0: TYPE[N]) -> TYPE[], TYPE[], TYPE[] {
  %1 = multiply(%0, %0) : TYPE[N]
  %2 = sum(%1) {axes = [0], keepdims = false} : TYPE[]
  %3 = max(%0) {axes = [0], keepdims = false} : TYPE[]
  %4 = prod(%0) {axes = [0], keepdims = false} : TYPE[]
  yield %2, %3, %4
})";

const std::string kRows = R"(graph f(%0: TYPE[N,M]) -> TYPE[N], TYPE[N] {
  %1 = sum(%0) {axes = [1], keepdims = false} : TYPE[N]
  %2 = abs(%0) : TYPE[N,M]
  %3 = min(%2) {axes = [1], keepdims = false} : TYPE[N]
  yield %1, %3
})";

const std::string kColumns = R"(graph f(%0: TYPE[N,M]) -> TYPE[M], TYPE[M] {
  %1 = sum(%0) {axes = [0], keepdims = false} : TYPE[M]
  %2 = multiply(%0, %0) : TYPE[N,M]
  %3 = max(%2) {axes = [0], keepdims = false} : TYPE[M]
  yield %1, %3
})";

const std::string kSoftmax = R"(graph f(%0: TYPE[N,M]) -> TYPE[N,M] {
  %1 = max(%0) {axes = [1], keepdims = true} : TYPE[N,1]
  %2 = subtract(%0, %1) : TYPE[N,M]
  %3 = exp(%2) : TYPE[N,M]
  %4 = sum(%3) {axes = [1], keepdims = true} : TYPE[N,1]
  %5 = divide(%3, %4) : TYPE[N,M]
  yield %5
})";

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("plan: a reduction of everything") {
  for (const int64_t length : kLengths) {
    for (const DType dtype : {float32, float64, int32}) {
      INFO(length << ' ' << name(dtype));
      check_graph(with_sizes(kRow, dtype, length), {signed_numbers({length}, dtype)}, {.assemble = length < 40});
    }
  }
}

TEST_CASE("plan: a long row is reduced by blocks in many teams") {
  const std::string text = with_sizes(kRow, float32, 100003);
  const std::string plan = plan_text(text);
  CHECK(has(plan, "team 16 tasks 25: "));
  CHECK(has(plan, "whole "));
  check_graph(text, {signed_numbers({100003}, float32)});
  PlanRunOptions whole;
  whole.partition.split_rows = false;
  const std::string of_one_team = plan_text(text, whole.partition);
  CHECK_FALSE(has(of_one_team, "tasks"));
  check_graph(text, {signed_numbers({100003}, float32)}, whole);
}

TEST_CASE("plan: rows are reduced by half-warps, short rows by threads") {
  for (const int64_t length : kLengths) {
    for (const DType dtype : {float32, float64, int32}) {
      INFO(length << ' ' << name(dtype));
      const std::string text = with_sizes(kRows, dtype, 9, length);
      CHECK(has(plan_text(text), "team 16") == (length >= 32));
      check_graph(text, {signed_numbers({9, length}, dtype)}, {.assemble = length < 40});
    }
  }
  PlanRunOptions threads;
  threads.partition.shared_row = 1 << 20;
  for (const int64_t length : {17, 4097, 8192})
    check_graph(with_sizes(kRows, float32, 3, length), {signed_numbers({3, length}, float32)}, threads);
}

TEST_CASE("plan: few long rows are reduced by blocks in many teams") {
  for (const int64_t length : {4097, 8192, 30001}) {
    const std::string text = with_sizes(kRows, float32, 3, length);
    const std::string blocks = std::to_string((length + 4095) / 4096);
    CHECK(has(plan_text(text), " team 16 tasks 3: "));
    CHECK(has(plan_text(text), " tasks " + blocks + ": "));
    check_graph(text, {signed_numbers({3, length}, float32)});
  }
  // Later statements of a row use the result, and earlier ones are repeated.
  check_program(codegen::parse(R"(program "f"(a0: float32[5,9000], a1: float32[5]) -> a2, a3 {
    array a2: float32[5,9000]
    array a3: float32[5]
    make_contiguous a0
    make_contiguous a1
    allocate a2
    allocate a3
    loop s0 < 5 {
      s1: float32 = load a1[s0]
      reduce s2 < 9000 (s5: float32 = sum s4, s6: float32 = max s3) {
        s3: float32 = load a0[9000*s0 + s2]
        s4: float32 = mul s3, s1
        store a2[9000*s0 + s2] = s4
      } @ "model.cpp":3
      s7: float32 = add s5, s6
      s8: float32 = mul s7, s1
      store a3[s0] = s8
    } @ "model.cpp":2
  })",
                               ops::table()),
                {signed_numbers({5, 9000}, float32), signed_numbers({5}, float32)});
}

TEST_CASE("plan: rows of computed lengths") {
  const std::string text = R"(program "f"(a0: float32[10000], a1: int64[3]) -> a2, a3 {
    array a2: float32[3]
    array a3: float32[]
    make_contiguous a0
    make_contiguous a1
    allocate a2
    loop s0 < 3 {
      s1: int64 = load a1[s0]
      reduce s2 < s1 of 10000 (s4: float32 = sum s3) {
        s3: float32 = load a0[s2]
      } @ "model.cpp":3
      store a2[s0] = s4
    } @ "model.cpp":2
    s5: int64 = load a1[1]
    reduce s6 < s5 of 10000 (s8: float32 = sum s7 * s7) {
      s7: float32 = load a0[s6]
    } @ "model.cpp":5
    box a3 = s8
  })";
  for (const int64_t length : {0, 1, 17, 4096, 4097, 10000}) {
    check_program(codegen::parse(text, ops::table()),
                  {signed_numbers({10000}, float32), tensor(std::vector<int64_t>{length, length, 5000 - length / 2})});
  }
}

TEST_CASE("plan: columns are reduced by a thread each, in blocks of rows") {
  for (const int64_t rows : {1, 2, 33, 4096, 4097, 9001}) {
    for (const DType dtype : {float32, int32}) {
      INFO(rows << ' ' << name(dtype));
      check_graph(with_sizes(kColumns, dtype, rows, 5), {signed_numbers({rows, 5}, dtype)}, {.assemble = rows < 40});
    }
  }
  CHECK(has(plan_text(with_sizes(kColumns, float32, 9001, 50)), "tasks 2: "));
}

TEST_CASE("plan: extrema of NaN and zeros of both signs") {
  std::vector<double> values(3 * 40, -0.0);
  values[5] = 0.0;
  values[40 + 33] = NAN;
  values[80 + 2] = 0.0;
  values[80 + 20] = NAN;
  for (const DType dtype : {float32, float64, float16})
    check_graph(with_sizes(kRows, dtype, 3, 40), {astype(tensor(values, {3, 40}), dtype)});
}

TEST_CASE("plan: the lanes of a row share further loops over it") {
  for (const int64_t length : {33, 300, 4500}) {
    const std::string text = with_sizes(kSoftmax, float32, 7, length);
    check_graph(text, {signed_numbers({7, length}, float32)});
  }
}

TEST_CASE("plan: positions of extrema, and reductions of booleans") {
  for (const int64_t length : {3, 40, 5000}) {
    const std::string text = R"(graph f(%0: TYPE[N,M]) -> int64[N], int64[M], boolean[N], boolean[] {
      %1 = argmax(%0) {axes = [1], keepdims = false} : int64[N]
      %2 = argmin(%0) {axes = [0], keepdims = false} : int64[M]
      %3 = astype(%0) {dtype = boolean} : boolean[N,M]
      %4 = all(%3) {axes = [1], keepdims = false} : boolean[N]
      %5 = any(%3) {axes = [0, 1], keepdims = false} : boolean[]
      yield %1, %2, %4, %5
    })";
    check_graph(with_sizes(text, float32, 4, length), {signed_numbers({4, length}, float32)});
  }
}

TEST_CASE("plan: cumulative sums along rows and columns") {
  const std::string text = R"(graph f(%0: TYPE[N,M]) -> TYPE[N,M], TYPE[N,M] {
    %1 = cumulative_sum(%0) {axis = 1} : TYPE[N,M]
    %2 = cumulative_sum(%0) {axis = 0} : TYPE[N,M]
    yield %1, %2
  })";
  check_graph(with_sizes(text, float32, 33, 20), {signed_numbers({33, 20}, float32)});
}

TEST_CASE("plan: a missing barrier of a team is found") {
  // The last loop of a row reads elements that other lanes have stored.
  const codegen::Program program = codegen::parse(R"(program "f"(a0: float32[4,64]) -> a1 {
    array a1: float32[4,64]
    array a2: float32[4,64]
    make_contiguous a0
    allocate a1
    allocate a2
    loop s0 < 4 {
      reduce s1 < 64 (s3: float32 = sum s2) {
        s2: float32 = load a0[64*s0 + s1]
      } @ "model.cpp":3
      loop s4 < 64 {
        s5: float32 = load a0[64*s0 + s4]
        s6: float32 = sub s5, s3
        store a2[64*s0 + s4] = s6
      } @ "model.cpp":4
      loop s7 < 64 {
        s8: float32 = load a2[64*s0 + -1*s7 + 63]
        store a1[64*s0 + s7] = s8
      } @ "model.cpp":5
    } @ "model.cpp":2
  })",
                                                  ops::table());
  const std::vector<Tensor> inputs{signed_numbers({4, 64}, float32)};
  check_program(program, inputs);
  if (!backend_or_warning()) return;
  PlanRunOptions options;
  options.omit_barriers = true;
  const PlanOutcome outcome = run_plan(codegen::make_device_plan(program), inputs, options);
  CHECK(has(outcome.findings, "race"));
  CHECK(has(outcome.findings, "'a2'"));
}

}  // namespace device_reductions_test

}  // namespace ag::test
