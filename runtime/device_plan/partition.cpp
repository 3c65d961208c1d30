#include "device_plan/partition.h"

#include <algorithm>

#include "device_plan/expand_views.h"
#include "device_plan/kernel_builder.h"
#include "device_plan/split_long_rows.h"
#include "device_plan/thread_code.h"
#include "device_plan/verify_device_plan.h"
#include "kernel/reduce/reduce.h"
#include "program/walk.h"

namespace ag::codegen {

namespace {

using Kind = StatementKind;

/// Cuts blocks. Statements that one team executes are pending until a step that must follow them.
class Partitioner {
 public:
  Partitioner(DevicePlan& plan, const PartitionOptions& options, std::vector<Register> whole_rows)
      : plan_(plan),
        program_(plan.program),
        options_(options),
        facts_(program_),
        analysis_(program_, facts_.uses),
        kernels_(plan, facts_, std::move(whole_rows)) {}

  PlanSteps cut(const Block& block) {
    PlanSteps steps;
    std::swap(steps, steps_);
    for (const Statement& statement : block) add(statement);
    flush();
    std::swap(steps, steps_);
    return steps;
  }

 private:
  void add(const Statement& statement) {
    switch (statement.kind) {
      case Kind::Constant:
      case Kind::MakeContiguous:  // arrays of the device are row-major
        return;
      case Kind::Allocate:
        return add_array_step(StepKind::Allocate, statement);
      case Kind::MakeUnique:
        return add_array_step(StepKind::Own, statement);
      case Kind::Free:
        return add_array_step(StepKind::Free, statement);
      case Kind::Swap:
        return add_array_step(StepKind::Swap, statement);
      case Kind::Box:
        add_array_step(StepKind::Allocate, statement);
        pending_.push_back(statement);
        return;
      case Kind::Alias: {
        const bool is_shared = program_.array(statement.array).storage == Storage::Tensor;
        return add_array_step(is_shared ? StepKind::Share : StepKind::Copy, statement);
      }
      default:
        return add_work(statement);
    }
  }

  void add_work(const Statement& statement) {
    const std::string obstacle = find_obstacle(program_, statement);
    if (obstacle.empty() && is_small(statement)) {
      pending_.push_back(statement);
      return;
    }
    switch (statement.kind) {
      case Kind::If:
      case Kind::Switch:
        return add_branch(statement);
      case Kind::While:
        return add_while(statement);
      case Kind::Loop:
        return obstacle.empty() ? add_nest(statement) : add_repeat(statement);
      default:
        return add_host(statement, obstacle);
    }
  }

  /// True if one team executes the statement in little time.
  bool is_small(const Statement& statement) const {
    const int64_t iterations = iteration_count(statement);
    switch (statement.kind) {
      case Kind::Loop:
        return iterations <= options_.team_iterations;
      case Kind::While:
        if (program_.can_stop || contains(statement, Kind::Check)) return false;
        [[fallthrough]];
      case Kind::If:
      case Kind::Switch:
        return iterations <= kernel::kBlock;
      default:
        return true;
    }
  }

  PlanStep& add_step(StepKind kind, const Statement& statement) {
    PlanStep& step = steps_.emplace_back();
    step.kind = kind;
    step.array = statement.array;
    step.source = statement.source;
    step.location = statement.location;
    return step;
  }
  /// Adds a step about an array. Pending statements that do not use it may follow the step.
  void add_array_step(StepKind kind, const Statement& statement) {
    const DefUse pending(program_, pending_);
    const auto is_pending = [&](ArrayId id) { return id != kNone && pending.of_array(id).mentions > 0; };
    if (is_pending(statement.array) || is_pending(statement.source)) flush();
    add_step(kind, statement);
  }

  void add_branch(const Statement& statement) {
    flush();
    std::vector<PlanSteps> blocks;
    for (const Block& block : statement.blocks) blocks.push_back(cut(block));
    if (const auto constant = facts_.constants.find(statement.operands[0]); constant != facts_.constants.end()) {
      const bool is_if = statement.kind == Kind::If;
      PlanSteps& taken = blocks[is_if ? (constant->second != 0 ? 0 : 1) : constant->second];
      std::ranges::move(taken, std::back_inserter(steps_));
      return;
    }
    PlanStep& step = add_step(StepKind::Branch, statement);
    step.number = kernels_.with_slot(statement.operands[0]);
    step.blocks = std::move(blocks);
  }

  void add_while(const Statement& statement) {
    if (facts_.constants.contains(statement.operands[0])) return add_host(statement, "the test of a loop is constant");
    flush();
    std::vector<PlanSteps> blocks;
    for (const Block& block : statement.blocks) blocks.push_back(cut(block));
    PlanStep& step = add_step(StepKind::While, statement);
    step.number = kernels_.with_slot(statement.operands[0]);
    step.index = static_cast<int32_t>(statement.bits);
    step.blocks = std::move(blocks);
  }

  void add_repeat(const Statement& loop) {
    flush();
    PlanSteps body = cut(loop.blocks[0]);
    PlanStep& step = add_step(StepKind::Repeat, loop);
    step.number = kernels_.with_slot(loop.result);
    step.extent = loop.extent;
    if (is_counted(loop)) {
      const auto constant = facts_.constants.find(loop.count);
      if (constant != facts_.constants.end())
        step.extent = static_cast<int64_t>(constant->second);
      else
        step.count = kernels_.with_slot(loop.count);
    }
    step.blocks.push_back(std::move(body));
  }

  void add_host(const Statement& statement, std::string reason) {
    flush();
    PlanStep& step = add_step(StepKind::Host, statement);
    step.array = step.source = kNone;
    step.index = static_cast<int32_t>(plan_.parts.size());
    HostPart& part = plan_.parts.emplace_back(make_host_part(program_, facts_, statement, std::move(reason)));
    for (const Register number : part.numbers) kernels_.with_slot(number);
    for (const Register number : part.results) kernels_.with_slot(number);
  }

  void add_nest(const Statement& loop) {
    KernelContent content;
    content.tasks = analysis_.tasks_of(loop);
    if (content.tasks.axes.empty()) {
      constexpr int64_t kMostSequential = 1 << 16;
      if (iteration_count(loop) > kMostSequential && contains_nest(loop)) return add_repeat(loop);
      pending_.push_back(loop);
      return;
    }
    if (iteration_count(loop) == 0) return;
    if (!may_precede(loop)) flush();
    content.body = std::move(pending_);
    pending_.clear();
    if (content.tasks.private_arrays.empty() && !contains(loop, Kind::Check) && has_long_row(loop, content.tasks) &&
        is_team_nest(loop, content.tasks, content.shared_loops)) {
      content.team = kTeamThreads;
    } else {
      content.shared_loops.clear();
    }
    content.body.push_back(loop);
    launch(std::move(content), loop);
  }
  /// True if each iteration has a loop that a kernel can execute.
  bool contains_nest(const Statement& loop) const {
    return std::ranges::any_of(loop.blocks[0], [&](const Statement& one) {
      return one.kind == Kind::Reduce || (one.kind == Kind::Loop && !analysis_.tasks_of(one).axes.empty());
    });
  }

  /// True if each thread of the nest's kernel may compute the pending statements again.
  bool may_precede(const Statement& nest) const {
    const DefUse uses(program_, nest);
    return std::ranges::all_of(pending_, [&](const Statement& statement) {
      const bool is_changed = statement.kind == Kind::Load && (uses.uses(statement.array) & ArrayUse::Store) != 0;
      return is_pure(statement) && !is_changed;
    });
  }

  static bool is_axis(const Statement& loop, const NestTasks& tasks) {
    return std::ranges::any_of(tasks.axes, [&](const TaskAxis& axis) {
      return std::ranges::find(axis.indices, loop.result) != axis.indices.end();
    });
  }
  /// True if a task has a row or an independent loop that is worth a team.
  bool has_long_row(const Statement& nest, const NestTasks& tasks) const {
    return contains(nest, [&](const Statement& one) {
      if (one.extent < options_.shared_row || is_axis(one, tasks)) return false;
      return one.kind == Kind::Reduce || (one.kind == Kind::Loop && analysis_.has_independent_iterations(one));
    });
  }
  /// As is_team_code, for a nest in which only axes enclose axes.
  bool is_team_nest(const Statement& nest, const NestTasks& tasks, std::vector<Register>& shared) const {
    return std::ranges::all_of(nest.blocks[0],
                               [&](const Statement& one) {
                                 if (one.kind == Kind::Loop && is_axis(one, tasks))
                                   return is_team_nest(one, tasks, shared);
                                 const bool encloses = contains(one, [&](const Statement& inner) {
                                   return inner.kind == Kind::Loop && is_axis(inner, tasks);
                                 });
                                 return !encloses && is_team_code(analysis_, one, shared);
                               }) &&
           is_axis(nest, tasks);
  }

  void flush() {
    if (pending_.empty()) return;
    KernelContent content;
    content.body = std::move(pending_);
    pending_.clear();
    if (!has_effect(content.body)) return;
    const auto is_long = [&](const Statement& one) {
      const bool repeats = one.kind == Kind::Loop || one.kind == Kind::Reduce;
      return repeats && one.extent >= options_.shared_row;
    };
    const bool is_shared =
        std::ranges::any_of(content.body, [&](const Statement& one) { return contains(one, is_long); });
    if (is_shared && std::ranges::all_of(content.body, [&](const Statement& one) {
          return is_team_code(analysis_, one, content.shared_loops);
        })) {
      content.team = kTeamThreads;
    } else {
      content.shared_loops.clear();
    }
    const Statement first = content.body.front();
    launch(std::move(content), first);
  }
  /// True unless the statements only define numbers that nothing else uses.
  bool has_effect(const Block& block) const {
    const DefUse local(program_, block);
    return std::ranges::any_of(block, [](const Statement& one) { return !is_pure(one); }) ||
           std::ranges::any_of(local.registers(), [&](const auto& one) {
             return one.second.defined && !local.is_private_register(one.first, facts_.uses);
           });
  }

  void launch(KernelContent content, const Statement& at) {
    PlanStep& step = add_step(StepKind::Launch, at);
    step.array = step.source = kNone;
    step.index = kernels_.add(std::move(content));
  }

  DevicePlan& plan_;
  const Program& program_;
  const PartitionOptions& options_;
  const ProgramFacts facts_;
  const TaskAnalysis analysis_;
  KernelBuilder kernels_;
  PlanSteps steps_;
  Block pending_;
};

bool has_unknown_shape(const Program& program) {
  return std::ranges::any_of(program.arrays, [](const ArrayInfo& array) { return !array.type.shape.known(); });
}

}  // namespace

DevicePlan make_device_plan(const Program& program, const PartitionOptions& options) {
  DevicePlan plan;
  plan.program = program;
  plan.slots.assign(program.registers.size(), kNone);
  if (has_unknown_shape(program)) {
    plan.parts.push_back(make_host_part(program, "the shape of an array depends on values"));
    plan.steps.emplace_back().kind = StepKind::Host;
    plan.steps.back().index = 0;
    return plan;
  }
  expand_views(plan.program);
  std::vector<Register> whole_rows;
  if (options.split_rows) whole_rows = split_long_rows(plan.program);
  plan.slots.assign(plan.program.registers.size(), kNone);
  const Block body = plan.program.body;
  plan.steps = Partitioner(plan, options, std::move(whole_rows)).cut(body);
  plan.program.body.clear();
  verify(plan);
  return plan;
}

}  // namespace ag::codegen
