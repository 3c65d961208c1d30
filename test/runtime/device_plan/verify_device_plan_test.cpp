/// The verifier of device plans: each changed plan has a fault.
#include "device_plan/verify_device_plan.h"

#include <functional>

#include "plan_run.h"
#include "support/catch.h"

namespace ag::test {

namespace verify_device_plan_test {
namespace {

codegen::DevicePlan softmax_plan() {
  return codegen::make_device_plan(
      lower_for_device(std::string(R"(graph f(%0: float32[4,100]) -> float32[4,100], float32[] {
    %1 = max(%0) {axes = [1], keepdims = true} : float32[4,1]
    %2 = subtract(%0, %1) : float32[4,100]
    %3 = exp(%2) : float32[4,100]
    %4 = sum(%3) {axes = [0, 1], keepdims = false} : float32[]
    yield %3, %4
  })")));
}

}  // namespace

TEST_CASE("plan: the verifier accepts a plan, and finds each change of it") {
  CHECK(codegen::find_faults(softmax_plan()).empty());
  const std::vector<std::pair<const char*, std::function<void(codegen::DevicePlan&)>>> changes{
      {"a team of three", [](auto& plan) { plan.kernels[0].team = 3; }},
      {"an array without a parameter", [](auto& plan) { plan.kernels[0].arrays.pop_back(); }},
      {"a stored array that is an input", [](auto& plan) { plan.kernels[0].arrays.back().is_stored = false; }},
      {"an axis of another extent", [](auto& plan) { plan.kernels[0].axes[0].extent += 1; }},
      {"two axes of one loop", [](auto& plan) { plan.kernels[0].axes.push_back(plan.kernels[0].axes[0]); }},
      {"a shared loop of one thread", [](auto& plan) { plan.kernels[0].team = 1; }},
      {"a number without a slot", [](auto& plan) { plan.kernels[0].loaded_numbers.push_back(0); }},
      {"a launch of no kernel", [](auto& plan) { plan.steps.back().index = 99; }},
      {"an empty kernel", [](auto& plan) { plan.kernels[0].body.clear(); }},
      {"an array that does not exist",
       [](auto& plan) {
         plan.steps.push_back({});
         plan.steps.back().kind = codegen::StepKind::Free;
         plan.steps.back().array = 99;
       }},
  };
  for (const auto& [name, change] : changes) {
    INFO(name);
    codegen::DevicePlan plan = softmax_plan();
    change(plan);
    CHECK_FALSE(codegen::find_faults(plan).empty());
  }
}

}  // namespace verify_device_plan_test

}  // namespace ag::test
