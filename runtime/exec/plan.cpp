#include "exec/plan.h"

#include <algorithm>
#include <unordered_map>

#include "base/check.h"

namespace ag::exec {

namespace {

class Planner {
 public:
  explicit Planner(Plan& plan)
      : plan_(plan), graph_(*plan.graph), live_(graph_.value_count(), false), slots_(graph_.value_count(), ir::kNone) {}

  void run() {
    mark_block(graph_.body());
    for (ir::ValueId argument : graph_.block(graph_.body()).arguments) plan_.inputs.push_back(slot(argument));
    plan_block(graph_.body(), /*in_loop=*/false, /*owns_arguments=*/true);
    plan_.carried.resize(plan_.blocks.size());
    plan_.slots = std::move(slots_);
  }

 private:
  /// Marks the values that the results and effects of a block need, from the last node to the first.
  void mark_block(ir::BlockId id) {
    const ir::Block& block = graph_.block(id);
    for (ir::ValueId result : block.results) live_[static_cast<size_t>(result)] = true;
    for (size_t k = block.nodes.size(); k-- > 0;) {
      const ir::NodeId node_id = block.nodes[k];
      if (!is_live(node_id)) continue;
      const ir::Node& node = graph_.node(node_id);
      for (ir::ValueId operand : node.operands) live_[static_cast<size_t>(operand)] = true;
      for (ir::BlockId inner : node.blocks) mark_block(inner);
    }
  }

  bool is_live(ir::NodeId node) const {
    const std::vector<ir::ValueId>& results = graph_.node(node).results;
    return graph_.has_effects(node) ||
           std::ranges::any_of(results, [&](ir::ValueId v) { return live_[static_cast<size_t>(v)]; });
  }

  int32_t slot(ir::ValueId value) {
    int32_t& slot = slots_[static_cast<size_t>(value)];
    if (slot == ir::kNone) slot = plan_.slot_count++;
    return slot;
  }

  std::vector<int32_t> slots(const std::vector<ir::ValueId>& values) {
    std::vector<int32_t> list;
    for (ir::ValueId value : values) list.push_back(slot(value));
    return list;
  }

  /// `owns_arguments`: nothing outside of the block reads the slots of its arguments while it runs.
  int32_t plan_block(ir::BlockId id, bool in_loop, bool owns_arguments) {
    const auto index = static_cast<int32_t>(plan_.blocks.size());
    plan_.blocks.emplace_back();
    BlockPlan planned;
    std::unordered_map<int32_t, size_t> last_use;  // slot of a value of this block -> index of the instruction
    for (ir::NodeId node_id : graph_.block(id).nodes) {
      if (!is_live(node_id)) continue;
      const ir::Node& node = graph_.node(node_id);
      if (node.op->kind() == ir::OpKind::Constant) {
        plan_.constants.emplace_back(slot(node.results.front()), std::get<Tensor>(node.attributes.front()));
        continue;
      }
      planned.instructions.push_back(make(node_id, in_loop));
      note_uses(node, id, planned.instructions.size() - 1, last_use);
    }
    planned.results = slots(graph_.block(id).results);
    for (int32_t result : planned.results) last_use.erase(result);
    if (!owns_arguments) {
      for (ir::ValueId argument : graph_.block(id).arguments) last_use.erase(slot(argument));
    }
    for (const auto& [slot, at] : last_use) {
      Instruction& last = planned.instructions[at];
      last.overwrites_first =
          last.overwrites_first || (last.node->op->has(ir::kOverwritesFirst) && last.inputs[0] == slot &&
                                    std::ranges::count(last.inputs, slot) == 1);
      if (!in_loop) last.release.push_back(slot);
    }
    plan_.blocks[static_cast<size_t>(index)] = std::move(planned);
    return index;
  }

  /// A use in a nested block counts for the node that owns the block.
  void note_uses(const ir::Node& node, ir::BlockId home, size_t at, std::unordered_map<int32_t, size_t>& last_use) {
    auto note = [&](ir::ValueId value) {
      const ir::Value& of = graph_.value(value);
      const bool constant = of.producer != ir::kNone && graph_.node(of.producer).op->kind() == ir::OpKind::Constant;
      if (of.block == home && !constant) last_use[slot(value)] = at;
    };
    for (ir::ValueId operand : node.operands) note(operand);
    for (ir::BlockId inner : node.blocks) {
      for (ir::NodeId inner_node : graph_.block(inner).nodes) {
        note_uses(graph_.node(inner_node), home, at, last_use);
      }
      for (ir::ValueId result : graph_.block(inner).results) note(result);
    }
  }

  Instruction make(ir::NodeId id, bool in_loop) {
    const ir::Node& node = graph_.node(id);
    Instruction instruction;
    instruction.node = &node;
    instruction.id = id;
    instruction.inputs = slots(node.operands);
    instruction.outputs = slots(node.results);
    const ir::OpKind kind = node.op->kind();
    if (kind == ir::OpKind::Cond || kind == ir::OpKind::SwitchCase) {
      instruction.kind = kind == ir::OpKind::Cond ? Instruction::Kind::Cond : Instruction::Kind::Switch;
      for (ir::BlockId block : node.blocks) instruction.blocks.push_back(plan_block(block, in_loop, false));
    } else if (kind == ir::OpKind::WhileLoop) {
      make_loop(node, instruction);
    } else if (node.op->block->loops && node.operands.size() <= 3) {
      const DType dtype = graph_.value(node.operands.back()).type.dtype;
      instruction.loop = node.op->block->loops[static_cast<size_t>(dtype)];
      instruction.boolean_result = node.op->has(ir::kBooleanResult);
      instruction.result_dtype = instruction.boolean_result ? DType::boolean : dtype;
      instruction.weak_result = graph_.value(node.results.front()).type.weak;
      if (instruction.loop) instruction.kind = Instruction::Kind::Elementwise;
    }
    return instruction;
  }

  void make_loop(const ir::Node& node, Instruction& instruction) {
    instruction.kind = Instruction::Kind::While;
    const ir::Block &test = graph_.block(node.blocks[0]), &body = graph_.block(node.blocks[1]);
    // Corresponding arguments of the test and of the body always hold the same value and share a slot.
    for (size_t k = 0; k < body.arguments.size(); ++k) {
      slots_[static_cast<size_t>(test.arguments[k])] = slot(body.arguments[k]);
    }
    instruction.blocks.push_back(plan_block(node.blocks[0], true, false));
    instruction.blocks.push_back(plan_block(node.blocks[1], true, true));
    std::vector<CarriedSlot> carried;
    for (size_t k = 0; k < body.arguments.size(); ++k) {
      const ir::ValueId next = body.results[k];
      const ir::Value& value = graph_.value(next);
      const bool own = value.block == node.blocks[1] && value.producer != ir::kNone &&
                       graph_.node(value.producer).op->kind() != ir::OpKind::Constant;
      const bool once = std::ranges::count(body.results, next) == 1;
      carried.push_back({slot(body.arguments[k]), slot(next), own && once});
    }
    if (plan_.carried.size() < plan_.blocks.size()) plan_.carried.resize(plan_.blocks.size());
    plan_.carried[static_cast<size_t>(instruction.blocks[1])] = std::move(carried);
  }

  Plan& plan_;
  const ir::Graph& graph_;
  std::vector<bool> live_;
  std::vector<int32_t> slots_;
};

}  // namespace

Plan make_plan(std::shared_ptr<const ir::Graph> graph) {
  Plan plan;
  plan.graph = std::move(graph);
  Planner(plan).run();
  return plan;
}

}  // namespace ag::exec
