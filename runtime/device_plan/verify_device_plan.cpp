#include "device_plan/verify_device_plan.h"

#include <algorithm>
#include <map>
#include <set>

#include "base/check.h"
#include "device_plan/thread_code.h"
#include "program/def_use.h"
#include "program/walk.h"

namespace ag::codegen {

namespace {

using Kind = StatementKind;

class PlanVerifier {
 public:
  explicit PlanVerifier(const DevicePlan& plan) : plan_(plan) {}

  std::vector<std::string> run() {
    for (const DeviceKernel& kernel : plan_.kernels) check_kernel(kernel);
    for (const HostPart& part : plan_.parts) check_part(part);
    check_steps(plan_.steps);
    return std::move(faults_);
  }

 private:
  void require(bool holds, const std::string& fault) {
    if (!holds) faults_.push_back(fault);
  }

  void check_slot(Register number, const std::string& of) {
    const bool has_slot = number >= 0 && static_cast<size_t>(number) < plan_.slots.size() && plan_.slot(number) >= 0 &&
                          plan_.slot(number) < plan_.slot_count;
    require(has_slot, of + " uses register " + std::to_string(number) + ", which has no slot");
  }
  void check_array(ArrayId id, const std::string& of) {
    require(id >= 0 && static_cast<size_t>(id) < plan_.program.arrays.size(),
            of + " uses array " + std::to_string(id) + ", which does not exist");
  }

  void check_kernel(const DeviceKernel& kernel) {
    require(kernel.team == 1 || kernel.team == kTeamThreads,
            kernel.name + " has teams of " + std::to_string(kernel.team));
    require(kernel.team > 1 || kernel.shared_loops.empty(), kernel.name + " shares loops among one thread");
    require(!kernel.body.empty(), kernel.name + " is empty");
    for (const Statement& statement : kernel.body) {
      const std::string obstacle = find_obstacle(plan_.program, statement);
      require(obstacle.empty(), kernel.name + ": " + obstacle);
    }
    for (const Register number : kernel.loaded_numbers) check_slot(number, kernel.name);
    for (const Register number : kernel.stored_numbers) check_slot(number, kernel.name);
    check_arrays(kernel);
    check_loops(kernel);
  }

  void check_arrays(const DeviceKernel& kernel) {
    const DefUse uses(plan_.program, kernel.body);
    std::set<ArrayId> given(kernel.private_arrays.begin(), kernel.private_arrays.end());
    for (const KernelArray& array : kernel.arrays) {
      check_array(array.id, kernel.name);
      given.insert(array.id);
      const bool is_stored = (uses.uses(array.id) & ArrayUse::Store) != 0;
      require(is_stored == array.is_stored, kernel.name + " has the wrong mark of array " + std::to_string(array.id));
    }
    for (const auto& [id, facts] : uses.arrays())
      require(given.contains(id), kernel.name + " lacks array " + std::to_string(id));
  }

  void check_loops(const DeviceKernel& kernel) {
    std::map<Register, int64_t> loops, rows;
    for_each(kernel.body, [&](const Statement& statement) {
      if (statement.kind == Kind::Loop) loops[statement.result] = statement.extent;
      if (statement.kind == Kind::Reduce) rows[statement.result] = statement.extent;
    });
    std::set<Register> replaced;
    for (const TaskAxis& axis : kernel.axes) {
      for (const Register index : axis.indices) {
        const auto loop = loops.find(index);
        require(loop != loops.end() && loop->second == axis.extent,
                kernel.name + " has an axis for register " + std::to_string(index) + ", no loop of this extent");
        require(replaced.insert(index).second, kernel.name + " has two axes for register " + std::to_string(index));
      }
    }
    for (const Register index : kernel.shared_loops) {
      require((loops.contains(index) || rows.contains(index)) && !replaced.contains(index),
              kernel.name + " shares register " + std::to_string(index) + ", which is no loop of a task");
    }
    for (const Register index : kernel.whole_rows)
      require(rows.contains(index), kernel.name + " has no row of register " + std::to_string(index));
  }

  void check_part(const HostPart& part) {
    for (const ArrayId id : part.inputs) check_array(id, "a part");
    for (const ArrayId id : part.outputs) check_array(id, "a part");
    for (const Register number : part.numbers) check_slot(number, "a part");
    for (const Register number : part.results) check_slot(number, "a part");
    require(part.program.inputs.size() == part.inputs.size() + part.numbers.size(), "a part has other inputs");
    require(part.program.results.size() == part.outputs.size() + part.results.size(), "a part has other results");
  }

  void check_index(const PlanStep& step, size_t count, const std::string& of) {
    require(step.index >= 0 && static_cast<size_t>(step.index) < count, "a step has no " + of);
  }
  void check_blocks(const PlanStep& step, size_t least, size_t most) {
    require(step.blocks.size() >= least && step.blocks.size() <= most, "a step has the wrong number of blocks");
    for (const PlanSteps& block : step.blocks) check_steps(block);
  }

  void check_steps(const PlanSteps& steps) {
    for (const PlanStep& step : steps) check_step(step);
  }
  void check_step(const PlanStep& step) {
    switch (step.kind) {
      case StepKind::Launch:
        return check_index(step, plan_.kernels.size(), "kernel");
      case StepKind::Host:
        return check_index(step, plan_.parts.size(), "part");
      case StepKind::Allocate:
      case StepKind::Own:
      case StepKind::Free:
        return check_array(step.array, "a step");
      case StepKind::Share:
      case StepKind::Swap:
      case StepKind::Copy:
        check_array(step.array, "a step");
        return check_array(step.source, "a step");
      case StepKind::Branch:
        check_slot(step.number, "a branch");
        return check_blocks(step, 1, step.blocks.size());
      case StepKind::Repeat:
        check_slot(step.number, "a loop");
        if (step.count != kNone) check_slot(step.count, "a loop");
        return check_blocks(step, 1, 1);
      case StepKind::While:
        check_slot(step.number, "a loop");
        return check_blocks(step, 2, 2);
    }
  }

  const DevicePlan& plan_;
  std::vector<std::string> faults_;
};

}  // namespace

std::vector<std::string> find_faults(const DevicePlan& plan) { return PlanVerifier(plan).run(); }

void verify(const DevicePlan& plan) {
  const std::vector<std::string> faults = find_faults(plan);
  if (faults.empty()) return;
  std::string text = "the device plan of '" + plan.program.name + "' is wrong:";
  for (const std::string& fault : faults) text += "\n  " + fault;
  detail::internal_error(text);
}

}  // namespace ag::codegen
