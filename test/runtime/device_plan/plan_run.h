#pragma once
/// Runs graphs and programs as device plans on the emulated device, and compares them with the evaluator.
#include <ag/literal.h>
#include <ag/ops.h>

#include <string>
#include <vector>

#include "device/emulated_driver.h"
#include "device_plan/partition.h"
#include "exec/backend.h"
#include "graph/graph.h"
#include "program/program.h"

namespace ag::test {

/// Options of a run on the emulated device.
struct PlanRunOptions {
  codegen::PartitionOptions partition;
  device::EmulatedOptions device;
  bool omit_barriers = false;
  bool assemble = true;  // the PTX of the kernels is checked as well
};

/// The outcome of a run: the printed results with their hash, or the error; and the findings of the device.
struct PlanOutcome {
  std::string results;
  std::string findings;
  device::EmulatedCounters counters;
};

/// Returns the program of a graph for devices. Passes that tile loops for caches are left out.
codegen::Program lower_for_device(const ir::Graph& graph);
codegen::Program lower_for_device(const std::string& graph);

/// Runs a program on the evaluator. Returns the printed results with their hash, or the error.
std::string run_evaluated(const codegen::Program& program, const std::vector<Tensor>& inputs);

/// Runs a plan on the emulated device.
PlanOutcome run_plan(const codegen::DevicePlan& plan, const std::vector<Tensor>& inputs,
                     const PlanRunOptions& options = {});

/// Checks that a program has the bits of the evaluator on the emulated device, without findings, and that the PTX of
/// its kernels is right. Returns the outcome.
PlanOutcome check_program(const codegen::Program& program, const std::vector<Tensor>& inputs,
                          const PlanRunOptions& options = {});
/// The same for a graph.
PlanOutcome check_graph(const std::string& graph, const std::vector<Tensor>& inputs,
                        const PlanRunOptions& options = {});

/// Returns the text of the plan of a graph, without locations.
std::string plan_text(const std::string& graph, const codegen::PartitionOptions& options = {});

}  // namespace ag::test
