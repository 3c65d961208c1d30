#include "plan_run.h"

#include <optional>

#include "device_plan/device_plan_runner.h"
#include "device_plan/device_plan_text.h"
#include "exec/loop_iteration.h"
#include "ptx_check.h"
#include "runtime/program/program_run.h"

namespace ag::test {

namespace {

/// Runs parts by the evaluator, and makes errors as the frames of programs do.
class FramePlanHost : public codegen::PlanHost {
 public:
  FramePlanHost(const codegen::Program& program, std::span<const Tensor* const> inputs)
      : program_(program), inputs_(inputs) {}

  std::vector<Tensor> run(const codegen::HostPart& part, std::vector<Tensor> inputs) override {
    std::vector<const Tensor*> pointers;
    for (const Tensor& input : inputs) pointers.push_back(&input);
    exec::Frame frame(part.program, pointers);
    if (codegen::evaluate(part.program, &frame, exec::Frame::calls()) != 0) frame.rethrow();
    return frame.take_results();
  }
  [[noreturn]] void fail(int32_t site, std::span<const uint64_t> numbers) override {
    exec::Frame frame(program_, inputs_);
    exec::Frame::calls().fail(&frame, site, numbers.data());
    frame.rethrow();
  }
  void leave_loop(int32_t loop, int64_t iterations) override {
    if (static_cast<size_t>(loop) >= program_.loops.size()) return;  // a program that was parsed
    const codegen::LoopPlace& place = program_.loops[static_cast<size_t>(loop)];
    if (!place.rolled) loops_.push_back({place.location, iterations});
  }
  void poll(int32_t, int64_t) override {}

  /// Throws an error of the run, with the loops that it left.
  [[noreturn]] void rethrow(const std::exception_ptr& error) const { exec::rethrow_in(error, loops_); }

 private:
  const codegen::Program& program_;
  const std::span<const Tensor* const> inputs_;
  std::vector<exec::LoopIteration> loops_;
};

std::vector<const Tensor*> pointers_to(const std::vector<Tensor>& tensors) {
  std::vector<const Tensor*> pointers;
  for (const Tensor& tensor : tensors) pointers.push_back(&tensor);
  return pointers;
}

std::string run_on(device::Driver& driver, const codegen::DevicePlan& plan, std::span<const std::byte> image,
                   const std::vector<Tensor>& inputs) {
  const std::vector<const Tensor*> pointers = pointers_to(inputs);
  FramePlanHost host(plan.program, pointers);
  try {
    try {
      return show(codegen::DevicePlanRunner(plan, driver, image).run(pointers, host));
    } catch (...) {
      host.rethrow(std::current_exception());
    }
  } catch (const Error& error) {
    return error.str();
  }
}

std::vector<std::byte> image_of(const codegen::DevicePlan& plan, const PlanRunOptions& options) {
  std::string error;
  codegen::DeviceCompileRequest request{.plan = plan};
  request.omit_barriers = options.omit_barriers;
  std::vector<std::byte> image = backend_or_warning()->compile_device(request, error);
  INFO(error);
  REQUIRE(!image.empty());
  return image;
}

}  // namespace

codegen::Program lower_for_device(const ir::Graph& graph) {
  ir::PassOptions passes;
  passes.selection = "-tile_masked_loops";
  return codegen::lower(graph, {.passes = passes, .machine = {}});
}

codegen::Program lower_for_device(const std::string& graph) { return lower_for_device(ir::parse(graph, ops::table())); }

std::string run_evaluated(const codegen::Program& program, const std::vector<Tensor>& inputs) {
  const std::vector<const Tensor*> pointers = pointers_to(inputs);
  try {
    exec::Frame frame(program, pointers);
    if (codegen::evaluate(program, &frame, exec::Frame::calls()) != 0) frame.rethrow();
    return show(frame.take_results());
  } catch (const Error& error) {
    return error.str();
  }
}

PlanOutcome run_plan(const codegen::DevicePlan& plan, const std::vector<Tensor>& inputs,
                     const PlanRunOptions& options) {
  const std::vector<std::byte> image = image_of(plan, options);
  auto driver = device::open_emulated(options.device);
  REQUIRE(driver);
  PlanOutcome outcome;
  outcome.results = run_on(*driver.value(), plan, image, inputs);
  outcome.counters = driver.value()->counters();
  for (const device::Finding& finding : driver.value()->take_findings()) outcome.findings += finding.text + "\n";
  return outcome;
}

PlanOutcome check_program(const codegen::Program& program, const std::vector<Tensor>& inputs,
                          const PlanRunOptions& options) {
  if (!backend_or_warning()) return {};
  const codegen::DevicePlan plan = codegen::make_device_plan(program, options.partition);
  INFO(codegen::print(program, {false}));
  INFO(codegen::print(plan, {false}));
  PlanOutcome outcome = run_plan(plan, inputs, options);
  CHECK(outcome.findings.empty());
  if (!outcome.findings.empty()) WARN(outcome.findings.substr(0, 1000));
  CHECK(outcome.results == run_evaluated(program, inputs));
  if (options.assemble) check_ptx(plan);
  return outcome;
}

PlanOutcome check_graph(const std::string& graph, const std::vector<Tensor>& inputs, const PlanRunOptions& options) {
  return check_program(lower_for_device(graph), inputs, options);
}

std::string plan_text(const std::string& graph, const codegen::PartitionOptions& options) {
  return codegen::print(codegen::make_device_plan(lower_for_device(graph), options), {false});
}

}  // namespace ag::test
