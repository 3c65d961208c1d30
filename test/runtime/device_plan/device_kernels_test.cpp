/// The code of kernels: rounding, widths of indices, the order of lanes, and the statements before a nest.
#include <array>

#include "device_plan/device_plan_text.h"
#include "plan_numbers.h"
#include "plan_run.h"
#include "ptx_check.h"
#include "runtime/program/program_run.h"
#include "support/catch.h"

namespace ag::test {

namespace device_kernels_test {
namespace {

codegen::Program parsed(const std::string& text) { return codegen::parse(text, ops::table()); }

std::string ptx(const std::string& program) {
  const codegen::DevicePlan plan = codegen::make_device_plan(parsed(program));
  check_ptx(plan);
  return ptx_of(plan, 90);
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

}  // namespace

TEST_CASE("kernel code: a product and a sum are fused only where the program permits it") {
  if (!backend_or_warning()) return;
  const std::string text = R"(program "f"(a0: float32[600], a1: float32[600]) -> a2 {
    array a2: float32[600]
    make_contiguous a0
    make_contiguous a1
    allocate a2
    loop s0 < 600 {
      s1: float32 = load a0[s0]
      s2: float32 = load a1[s0]
      s3: float32 = ROUNDING mul s1, s2
      s4: float32 = ROUNDING add s3, s1
      store a2[s0] = s4
    } @ "model.cpp":3
  })";
  const std::string each = ptx(replaced(text, "ROUNDING ", "")), fused = ptx(replaced(text, "ROUNDING", "contract"));
  CHECK((has(each, "mul.rn.f32") && has(each, "add.rn.f32") && !has(each, "fma.rn.f32")));
  CHECK((!has(fused, "mul.rn.f32") && has(fused, "fma.rn.f32")));
}

TEST_CASE("kernel code: places are divided in 64 bits where a nest has more than 2^31 tasks") {
  if (!backend_or_warning()) return;
  const std::string text = R"(program "f"(a0: uint8[ROWS,70000]) -> a1 {
    array a1: uint8[ROWS,70000]
    make_contiguous a0
    allocate a1
    loop s0 < ROWS {
      loop s1 < 70000 {
        s2: uint8 = load a0[70000*s0 + s1]
        s3: uint8 = not s2
        store a1[70000*s0 + s1] = s3
      } @ "model.cpp":3
    } @ "model.cpp":3
  })";
  const std::string wide = ptx(replaced(text, "ROWS", "50000")), narrow = ptx(replaced(text, "ROWS", "100"));
  CHECK(has(wide, "3500000000"));  // the end of the loop over tasks
  CHECK((has(narrow, "7000000") && has(narrow, ".u32")));
}

TEST_CASE("kernel code: a row of blocks' values is taken in lanes as a whole") {
  if (!backend_or_warning()) return;
  const codegen::Program program = parsed(R"(program "f"(a0: float32[5000]) -> a1 {
    array a1: float32[]
    make_contiguous a0
    reduce s0 < 5000 (s2: float32 = sum s1) {
      s1: float32 = load a0[s0]
    } @ "model.cpp":3
    box a1 = s2
  })");
  const Tensor x = signed_numbers({5000}, float32);
  const std::vector<float> values = x.to_vector<float>();
  std::array<float, 16> lanes{};
  for (size_t k = 0; k < values.size(); ++k) lanes[k % 16] += values[k];
  for (size_t half = 8; half > 0; half /= 2) {
    for (size_t lane = 0; lane < half; ++lane) lanes[lane] += lanes[lane + half];
  }
  PlanRunOptions options;
  options.partition.split_rows = false;
  codegen::DevicePlan plan = codegen::make_device_plan(program, options.partition);
  const std::string in_blocks = run_plan(plan, {x}, options).results;
  CHECK(in_blocks == run_evaluated(program, {x}));
  plan.kernels.back().whole_rows.push_back(0);
  const std::string whole = run_plan(plan, {x}, options).results;
  CHECK(whole == show({tensor(std::vector<float>{lanes[0]})[0]}));
  CHECK(whole != in_blocks);
}

TEST_CASE("kernel code: threads compute statements before a nest again unless the nest changes what they load") {
  const std::string text = R"(program "f"(a0: float32[600]) -> a1, a2 {
    array a1: float32[600]
    array a2: float32[600]
    alias a1 = a0
    make_contiguous a1
    make_unique a1
    allocate a2
    s0: float32 = load a1[0]
    s1: float32 = add s0, s0
    loop s2 < 600 {
      s3: float32 = load a1[s2]
      s4: float32 = mul s3, s1
      store TARGET[s2] = s4
    } @ "model.cpp":3
    loop s5 < 600 {
      s6: float32 = load a1[s5]
      s7: float32 = add s6, s1
      store a2[s5] = s7
    } @ "model.cpp":4
  })";
  const std::vector<Tensor> inputs{signed_numbers({600}, float32) + 1.5f};
  const PlanOutcome changed = check_program(parsed(replaced(text, "TARGET", "a1")), inputs);
  const PlanOutcome unchanged = check_program(parsed(replaced(text, "TARGET", "a2")), inputs);
  if (!backend_or_warning()) return;
  CHECK(changed.counters.launches == 3);
  CHECK(unchanged.counters.launches == 2);  // the first kernel stores the number for the second one
}

TEST_CASE("kernel code: LLVM may not move accesses of a team across its barriers") {
  if (!backend_or_warning()) return;
  const codegen::DevicePlan plan = codegen::make_device_plan(parsed(R"(program "f"(a0: float32[9,64]) -> a1 {
    array a1: float32[9,64]
    make_contiguous a0
    allocate a1
    loop s0 < 9 {
      reduce s1 < 64 (s3: float32 = sum s2) {
        s2: float32 = load a0[64*s0 + s1]
      } @ "model.cpp":3
      loop s4 < 64 {
        s5: float32 = load a0[64*s0 + s4]
        s6: float32 = sub s5, s3
        store a1[64*s0 + s4] = s6
      } @ "model.cpp":4
    } @ "model.cpp":3
  })"));
  REQUIRE(plan.kernels[0].team == 16);
  std::string error, module;
  codegen::DeviceCompileRequest request{.plan = plan};
  request.device = codegen::DeviceKind::Nvidia;
  request.llvm = &module;
  REQUIRE_FALSE(backend_or_warning()->compile_device(request, error).empty());
  const auto attributes = [&](const std::string& parameter) {
    const size_t end = module.find(" %" + parameter);
    const size_t start = module.rfind("ptr addrspace(1)", end);
    return module.substr(start, end - start);
  };
  CHECK(has(attributes("a0"), "noalias"));
  CHECK_FALSE(has(attributes("a1"), "noalias"));
  CHECK_FALSE(has(attributes("faults"), "noalias"));
}

TEST_CASE("kernel code: iterations that carry values are executed in order") {
  const std::string head = R"(program "f"(a0: float32[600]) -> a2 {
    stack a1: float32[2]
    array a2: float32[600]
    make_contiguous a0
    allocate a2
    s9: float32 = 0
)";
  // Through an array that the loop does not fill in each iteration, and through a variable.
  check_program(parsed(head + R"(
    loop s0 < 600 {
      s1: int64 = 0
      s2: boolean = eq s0, s1
      if s2 {
        store a1[0] = s9
        store a1[1] = s9
      } {
      } @ "model.cpp":3
      s3: float32 = load a0[s0]
      s4: float32 = load a1[1]
      s5: float32 = add s3, s4
      store a1[1] = s5
      store a2[s0] = s5
    } @ "model.cpp":3
  })"),
                {signed_numbers({600}, float32)});
  check_program(parsed(head + R"(
    set v0: float32 = s9
    loop s1 < 600 {
      s2: float32 = load a0[s1]
      s3: float32 = add s2, v0
      set v0: float32 = s3
      store a2[s1] = s3
    } @ "model.cpp":3
  })"),
                {signed_numbers({600}, float32)});
}

TEST_CASE("kernel code: each task has its own copy of a small array that it fills") {
  const std::string text = R"(program "f"(a0: float32[600,3]) -> a2 {
    stack a1: float32[3]
    array a2: float32[600,3]
    make_contiguous a0
    allocate a2
    loop s0 < 600 {
      loop s1 < 3 {
        s2: float32 = load a0[3*s0 + s1]
        store a1[s1] = s2
      } @ "model.cpp":3
      loop s3 < 3 {
        s4: float32 = load a1[-1*s3 + 2]
        store a2[3*s0 + s3] = s4
      } @ "model.cpp":4
    } @ "model.cpp":3
  })";
  check_program(parsed(text), {signed_numbers({600, 3}, float32)});
  CHECK(has(codegen::print(codegen::make_device_plan(parsed(text))), "private a1"));
}

TEST_CASE("kernel code: nests with overlapping elements are executed in order") {
  // An iteration of the outer loop loads elements that the previous iteration stores.
  check_program(parsed(R"(program "f"(a0: float32[40,30]) -> a1 {
    array a1: float32[40,30]
    alias a1 = a0
    make_contiguous a1
    make_unique a1
    loop s0 < 39 {
      loop s1 < 30 {
        s2: float32 = load a1[30*s0 + s1]
        s3: float32 = load a1[30*s0 + s1 + 30]
        s4: float32 = add s2, s3
        store a1[30*s0 + s1 + 30] = s4
      } @ "model.cpp":3
    } @ "model.cpp":3
  })"),
                {signed_numbers({40, 30}, float32)});
  // The steps of the outer loop are smaller than the rows of the inner one.
  check_program(parsed(R"(program "f"(a0: float32[100]) -> a1 {
    array a1: float32[100]
    alias a1 = a0
    make_contiguous a1
    make_unique a1
    loop s0 < 9 {
      loop s1 < 20 {
        s2: float32 = load a1[10*s0 + s1]
        s3: float32 = add s2, s2
        store a1[10*s0 + s1] = s3
      } @ "model.cpp":3
    } @ "model.cpp":3
  })"),
                {signed_numbers({100}, float32)});
  // Two inner loops together reach the elements of other iterations of the outer one.
  check_program(parsed(R"(program "f"(a0: float32[400]) -> a1 {
    array a1: float32[400]
    alias a1 = a0
    make_contiguous a1
    make_unique a1
    loop s0 < 10 {
      loop s1 < 2 {
        loop s2 < 2 {
          s3: float32 = load a1[10*s0 + 150*s1 + 100*s2]
          s4: float32 = convert s0
          s5: float32 = mul s3, s4
          s6: float32 = add s5, s4
          store a1[10*s0 + 150*s1 + 100*s2] = s6
        } @ "model.cpp":3
      } @ "model.cpp":3
    } @ "model.cpp":3
  })"),
                {signed_numbers({400}, float32)});
}

}  // namespace device_kernels_test

}  // namespace ag::test
