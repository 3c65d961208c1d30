/// Loops, branches, checks and parts of the host in device plans.
#include "device_plan/device_plan_runner.h"
#include "device_plan/device_plan_text.h"
#include "plan_numbers.h"
#include "plan_run.h"
#include "runtime/program/program_run.h"
#include "support/catch.h"

namespace ag::test {

namespace device_control_flow_test {
namespace {

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

/// The host of plans that need none.
class NoHost : public codegen::PlanHost {
 public:
  std::vector<Tensor> run(const codegen::HostPart&, std::vector<Tensor>) override { return {}; }
  [[noreturn]] void fail(int32_t, std::span<const uint64_t>) override { throw std::logic_error("a check has failed"); }
  void leave_loop(int32_t, int64_t) override {}
  void poll(int32_t, int64_t) override {}
};

codegen::Program parsed(const std::string& text) { return codegen::parse(text, ops::table()); }

}  // namespace

TEST_CASE("plan: a loop over arrays is a loop of the host, with one copy of its test an iteration") {
  const codegen::Program program = parsed(R"(program "settle"(a0: float32[5000], a1: float32[5000]) -> a2 {
    array a2: float32[5000]
    make_contiguous a1
    alias a2 = a0
    make_contiguous a2
    make_unique a2
    s0: float32 = 0.001
    s1: float32 = 0.5
    reduce s2 < 5000 (s7: float32 = max s6) {
      s3: float32 = load a2[s2]
      s4: float32 = load a1[s2]
      s5: float32 = sub s3, s4
      s6: float32 = abs s5
    } @ "model.cpp":3
    s8: boolean = gt s7, s0
    set v9: boolean = s8
    while {
      s10: boolean = copy v9
    } s10 {
      reduce s11 < 5000 (s18: float32 = max s17) {
        s12: float32 = load a2[s11]
        s13: float32 = load a1[s11]
        s14: float32 = add s12, s13
        s15: float32 = mul s1, s14
        store a2[s11] = s15
        s16: float32 = sub s15, s13
        s17: float32 = abs s16
      } @ "model.cpp":4
      s19: boolean = gt s18, s0
      set v9: boolean = s19
    } @ "model.cpp":3
  })");
  const PlanOutcome outcome =
      check_program(program, {signed_numbers({5000}, float32), signed_numbers({5000}, float32) + 1.0f});
  // The copy of the first array, two kernels for each test, and one for the number of the test.
  CHECK(outcome.counters.copies_to_host < 40);
  CHECK(has(codegen::print(codegen::make_device_plan(program)), "while {"));
}

TEST_CASE("plan: a small loop over arrays is executed by one team") {
  const codegen::Program program = parsed(R"(program "small"(a0: float32[40]) -> a1 {
    array a1: float32[40]
    alias a1 = a0
    make_contiguous a1
    make_unique a1
    s0: float32 = 100
    s1: int64 = 0
    set v2: int64 = s1
    while {
      reduce s3 < 40 (s5: float32 = sum s4) {
        s4: float32 = load a1[s3]
      } @ "model.cpp":3
      s6: boolean = lt s5, s0
    } s6 {
      loop s7 < 40 {
        s8: float32 = load a1[s7]
        s9: float32 = add s8, s8
        store a1[s7] = s9
      } @ "model.cpp":4
      s10: int64 = 1
      s11: int64 = add v2, s10
      set v2: int64 = s11
      s12: float32 = convert v2
      store a1[3] = s12
    } @ "model.cpp":3
  })");
  const std::vector<Tensor> inputs{abs(signed_numbers({40}, float32)) * 0.001f};
  const PlanOutcome outcome = check_program(program, inputs);
  CHECK(outcome.counters.launches == 1);
  if (!backend_or_warning()) return;
  PlanRunOptions options;
  options.omit_barriers = true;
  CHECK(has(run_plan(codegen::make_device_plan(program), inputs, options).findings, "race"));
}

TEST_CASE("plan: each thread runs the loops and branches of its elements") {
  check_program(parsed(R"(program "collatz"(a0: int64[70]) -> a1 {
    array a1: int64[70]
    make_contiguous a0
    allocate a1
    loop s0 < 70 {
      s1: int64 = load a0[s0]
      set v2: int64 = s1
      s3: int64 = 0
      set v4: int64 = s3
      while {
        s5: int64 = 1
        s6: boolean = gt v2, s5
      } s6 {
        s7: int64 = 1
        s8: int64 = and v2, s7
        s9: boolean = eq s8, s7
        if s9 {
          s10: int64 = 3
          s11: int64 = mul v2, s10
          s12: int64 = add s11, s7
          set v2: int64 = s12
        } {
          s13: int64 = shr v2, s7
          set v2: int64 = s13
        } @ "model.cpp":4
        s14: int64 = add v4, s7
        set v4: int64 = s14
      } @ "model.cpp":3
      store a1[s0] = v4
    } @ "model.cpp":2
  })"),
                {astype(arange(1, 71), int64)});
}

TEST_CASE("plan: the first failing check of the program is the error, with its numbers") {
  const codegen::Program program = parsed(R"(program "checked"(a0: int32[20,30], a1: int32[20,30]) -> a2 {
    array a2: int32[20,30]
    make_contiguous a0
    make_contiguous a1
    allocate a2
    loop s0 < 20 {
      loop s1 < 30 {
        s2: int32 = load a0[30*s0 + s1]
        s3: int32 = 4
        s4: boolean = lt s2, s3
        check s4, s2 in index(float32[4], int32[]) {kinds = [20], starts = [0], stops = [0], steps = [1]} @ "model.cpp":6
        s5: int32 = load a1[30*s0 + s1]
        s6: int32 = 0
        s7: boolean = ne s5, s6
        check s7, invalid_argument "division by zero" in divide(int32[], int32[]) @ "model.cpp":7
        s8: int32 = div s2, s5
        store a2[30*s0 + s1] = s8
      } @ "model.cpp":5
    } @ "model.cpp":5
  })");
  const auto with = [](std::vector<std::pair<int, int>> wrong, int right) {
    std::vector<int32_t> values(600, right);
    for (const auto& [place, value] : wrong) values[static_cast<size_t>(place)] = value;
    return reshape(tensor(values), {20, 30});
  };
  const auto error = [&](const Tensor& a, const Tensor& b) { return check_program(program, {a, b}).results; };
  CHECK(has(error(with({}, 3), with({}, 2)), "int32"));
  if (!backend_or_warning()) return;
  CHECK(has(error(with({{77, 8}, {76, 9}, {599, 11}}, 3), with({}, 2)), "index 9 "));
  CHECK(has(error(with({{77, 8}, {300, 5}}, 3), with({{77, 0}}, 2)), "index 8 "));
  CHECK(has(error(with({{77, 8}, {300, 5}}, 3), with({{76, 0}, {400, 0}}, 2)), "division by zero"));
  CHECK(has(error(with({}, 9), with({}, 0)), "model.cpp:6"));
}

TEST_CASE("plan: checks outside of loops end the plan before later kernels") {
  const codegen::Program program = parsed(R"(program "checked"(a0: int32[], a1: int32[600]) -> a2 {
    array a2: int32[600]
    make_contiguous a0
    make_contiguous a1
    s0: int32 = load a0[0]
    s1: int32 = 0
    s2: boolean = ne s0, s1
    check s2, invalid_argument "division by zero" in divide(int32[], int32[]) @ "model.cpp":7
    allocate a2
    loop s3 < 600 {
      s4: int32 = load a1[s3]
      s5: int32 = div s4, s0
      store a2[s3] = s5
    } @ "model.cpp":8
  })");
  const Tensor numbers = signed_numbers({600}, int32);
  check_program(program, {tensor(std::vector<int32_t>{3})[0], numbers});
  const PlanOutcome failed = check_program(program, {tensor(std::vector<int32_t>{0})[0], numbers});
  CHECK((failed.results.empty() || has(failed.results, "model.cpp:7")));
}

TEST_CASE("plan: an error in a loop of the host tells its iterations") {
  check_program(parsed(R"(program "loop"(a0: int32[5000]) -> a1 {
    array a1: int32[5000]
    alias a1 = a0
    make_contiguous a1
    make_unique a1
    s0: int32 = 0
    set v1: int32 = s0
    while {
      s2: int32 = 100
      s3: boolean = lt v1, s2
    } s3 {
      loop s4 < 5000 {
        s5: int32 = load a1[s4]
        s6: int32 = 7
        s7: boolean = ne s5, s6
        check s7, invalid_argument "seven" in divide(int32[], int32[]) @ "model.cpp":5
        s8: int32 = 1
        s9: int32 = add s5, s8
        store a1[s4] = s9
      } @ "model.cpp":4
      s10: int32 = 1
      s11: int32 = add v1, s10
      set v1: int32 = s11
    } @ "model.cpp":3
  })"),
                {astype(arange(-5003, -3), int32)});
}

TEST_CASE("plan: operations without device code run on the host, in branches and loops") {
  const std::string text = R"(graph f(%0: float32[40,40], %1: boolean[]) -> float32[40,40] {
    %2 = exp(%0) : float32[40,40]
    %3 = cond(%1) : float32[40,40] {()
      %4 = matmul(%2, %0) : float32[40,40]
      yield %4
    } {()
      %5 = negative(%2) : float32[40,40]
      yield %5
    }
    %6 = multiply(%3, %3) : float32[40,40]
    yield %6
  })";
  const std::string plan = plan_text(text);
  CHECK(has(plan, "the operation 'matmul' has no device code"));
  CHECK(has(plan, "branch "));
  for (const bool choice : {true, false})
    check_graph(text, {signed_numbers({40, 40}, float32) * 0.01f, astype(tensor(choice ? 1 : 0), boolean)});
}

TEST_CASE("plan: views that are results share an array, or are copied by a kernel") {
  const std::string text =
      R"(graph f(%0: float32[60,50]) -> float32[3000], float32[50,60], float32[3,60,50], float32[15,50] {
    %1 = reshape(%0) {shape = (3000)} : float32[3000]
    %2 = permute_dims(%0) {axes = [1, 0]} : float32[50,60]
    %3 = broadcast_to(%0) {shape = (3, 60, 50)} : float32[3,60,50]
    %4 = index(%0) {kinds = [1], starts = [59], stops = [0], steps = [-4]} : float32[15,50]
    yield %1, %2, %3, %4
  })";
  const std::string plan = plan_text(text);
  CHECK(has(plan, "share "));
  CHECK_FALSE(has(plan, "part "));
  const PlanOutcome outcome = check_graph(text, {signed_numbers({60, 50}, float32)});
  if (backend_or_warning()) CHECK(outcome.counters.launches == 3);
}

TEST_CASE("plan: arrays of the device go in and come out without a wait, and inputs of others stay") {
  if (!backend_or_warning()) return;
  const codegen::Program program = parsed(R"(program "doubled"(a0: float32[600]) -> a1 {
    array a1: float32[600]
    alias a1 = a0
    make_contiguous a1
    make_unique a1
    loop s0 < 600 {
      s1: float32 = load a1[s0]
      s2: float32 = add s1, s1
      store a1[s0] = s2
    } @ "model.cpp":3
  })");
  const codegen::DevicePlan plan = codegen::make_device_plan(program);
  std::string error;
  const std::vector<std::byte> image = backend_or_warning()->compile_device({.plan = plan}, error);
  const auto driver = std::move(device::open_emulated({}).value());
  const codegen::DevicePlanRunner runner(plan, *driver, image);
  const Tensor x = signed_numbers({600}, float32);
  NoHost host;
  codegen::PlanStream stream(*driver);
  codegen::DeviceArray input = stream.upload(x);
  const codegen::DeviceArray kept = input;
  std::vector<codegen::DeviceArray> once = runner.run({std::move(input)}, stream, host);
  CHECK(driver->counters().waits == 0);
  std::vector<codegen::DeviceArray> twice = runner.run(std::move(once), stream, host);
  CHECK(driver->counters().waits == 0);
  const Tensor before = stream.download(kept, float32), after = stream.download(twice[0], float32);
  stream.wait();
  CHECK(show({before}) == show({x}));
  CHECK(show({after}) == show({x * 4.0f}));
  CHECK(driver->take_findings().empty());
}

}  // namespace device_control_flow_test

}  // namespace ag::test
