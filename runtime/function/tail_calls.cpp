#include "function/tail_calls.h"

#include <algorithm>
#include <string_view>
#include <variant>
#include <vector>

#include "ops/table.h"

namespace ag::detail {

namespace {

using ir::BlockId;
using ir::NodeId;
using ir::ValueId;
using Values = std::vector<ValueId>;

class TailCalls {
 public:
  TailCalls(ir::Graph& graph, const void* callee) : graph_(graph), callee_(callee) {}

  void run() {
    if (!has_tail_call(graph_.body(), graph_.block(graph_.body()).results)) return;
    make_loop();
  }

 private:
  bool is_call(NodeId node) const {
    const ir::Node& of = graph_.node(node);
    if (of.op != &ops::def(ops::Op::host_call)) return false;
    return std::get<ir::Opaque>(of.attributes[0]).value.get() == callee_;
  }

  bool is_branch(NodeId node) const {
    const ir::OpDef* op = graph_.node(node).op;
    return op == &ops::def(ops::Op::cond) || op == &ops::def(ops::Op::switch_case);
  }

  bool is_constant(NodeId node) const { return graph_.node(node).op == &ops::def(ops::Op::constant); }

  /// The last effect of a block if its results are unused in the graph, else kNone.
  NodeId last_effect(BlockId block) const {
    const std::vector<NodeId>& nodes = graph_.block(block).nodes;
    const auto at = std::find_if(nodes.rbegin(), nodes.rend(), [&](NodeId node) { return graph_.has_effects(node); });
    if (at == nodes.rend()) return ir::kNone;
    const Values& results = graph_.node(*at).results;
    for (size_t k = 0; k < graph_.node_count(); ++k) {
      const ir::Node& user = graph_.node(static_cast<NodeId>(k));
      if (user.block == ir::kNone) continue;
      for (ValueId operand : user.operands) {
        if (std::ranges::find(results, operand) != results.end()) return ir::kNone;
      }
    }
    return *at;
  }

  /// The values that `wanted`, the results of the block around the branch, have at the end of an arm.
  Values given_by(BlockId arm, NodeId branch, const Values& wanted) const {
    const Values& results = graph_.node(branch).results;
    Values given = wanted;
    for (ValueId& value : given) {
      const auto at = std::ranges::find(results, value);
      if (at != results.end()) value = graph_.block(arm).results[static_cast<size_t>(at - results.begin())];
    }
    return given;
  }

  bool has_tail_call(BlockId block, const Values& wanted) const {
    const NodeId last = last_effect(block);
    if (last == ir::kNone) return false;
    if (is_call(last)) return graph_.node(last).results == wanted;
    return is_branch(last) && std::ranges::any_of(graph_.node(last).blocks, [&](BlockId arm) {
             return has_tail_call(arm, given_by(arm, last, wanted));
           });
  }

  /// Builds the loop-carried values of a path: the flag that continues the loop, the arguments of the next iteration,
  /// the results.
  Values hand_on(BlockId block, const Values& wanted) {
    Values next;
    if (!has_tail_call(block, wanted)) {
      next = {
          no_,
      };
      next.insert(next.end(), arguments_.begin(), arguments_.end());
      next.insert(next.end(), wanted.begin(), wanted.end());
      return next;
    }
    const NodeId last = last_effect(block);
    if (is_call(last)) {
      next = {yes_};
      const Values operands = graph_.node(last).operands;
      next.insert(next.end(), operands.begin(), operands.end());
      // Captured inputs are loop-invariant.
      next.insert(next.end(), arguments_.begin() + static_cast<std::ptrdiff_t>(operands.size()), arguments_.end());
      next.insert(next.end(), results_.begin(), results_.end());
      graph_.erase(last);
      return next;
    }
    const std::vector<BlockId> arms = graph_.node(last).blocks;
    for (BlockId arm : arms) {
      Values given = hand_on(arm, given_by(arm, last, wanted));
      graph_.block(arm).results = std::move(given);
    }
    const ir::Node branch = graph_.node(last);
    graph_.node(last).blocks.clear();
    const auto at = std::ranges::find(graph_.block(block).nodes, last);
    const auto place = at - graph_.block(block).nodes.begin();
    graph_.erase(last);
    const NodeId made =
        graph_.append(block, *branch.op, branch.operands, branch.attributes, types_, branch.location, arms);
    std::vector<NodeId>& nodes = graph_.block(block).nodes;  // at the position of the erased branch
    std::rotate(nodes.begin() + place, nodes.end() - 1, nodes.end());
    return graph_.node(made).results;
  }

  ValueId constant(bool value, SourceLocation location) {
    const Tensor tensor = scalar_tensor(scalar_of(value), DType::boolean);
    const NodeId node = graph_.append(graph_.body(), ops::def(ops::Op::constant), {}, {tensor},
                                      {{DType::boolean, Shape(), false}}, location);
    std::vector<NodeId>& nodes = graph_.block(graph_.body()).nodes;
    std::rotate(nodes.begin(), nodes.end() - 1, nodes.end());
    return graph_.node(node).results[0];
  }

  void make_loop() {
    const BlockId body = graph_.body();
    const Values inputs = graph_.block(body).arguments, outputs = graph_.block(body).results;
    const SourceLocation location = graph_.node(last_effect(body)).location;
    const BlockId test = graph_.add_block(body), round = graph_.add_block(body);
    types_ = {{DType::boolean, Shape(), false}};
    for (const Values& values : {inputs, outputs}) {
      for (ValueId value : values) types_.push_back(graph_.value(value).type);
    }
    Values carried;
    for (const ir::TensorType& type : types_) {
      graph_.add_argument(test, type);
      carried.push_back(graph_.add_argument(round, type));
    }
    arguments_.assign(carried.begin() + 1, carried.begin() + 1 + static_cast<std::ptrdiff_t>(inputs.size()));
    results_.assign(carried.begin() + 1 + static_cast<std::ptrdiff_t>(inputs.size()), carried.end());
    for (size_t k = 0; k < inputs.size(); ++k) {
      graph_.value(arguments_[k]).name = graph_.value(inputs[k]).name;
      graph_.replace_uses(inputs[k], arguments_[k]);
    }
    move_nodes(body, round);
    yes_ = constant(true, location);
    no_ = constant(false, location);
    Values next = hand_on(round, graph_.block(body).results);
    graph_.block(round).results = std::move(next);
    graph_.block(test).results = {graph_.block(test).arguments[0]};

    Values initial{yes_};
    initial.insert(initial.end(), inputs.begin(), inputs.end());
    for (size_t k = 1 + inputs.size(); k < types_.size(); ++k) {
      const NodeId nothing = graph_.append(body, ops::def(ops::Op::undefined), {}, {types_[k].dtype, types_[k].shape},
                                           {types_[k]}, location);
      initial.push_back(graph_.node(nothing).results[0]);
    }
    const NodeId loop =
        graph_.append(body, ops::def(ops::Op::while_loop), std::move(initial), {}, types_, location, {test, round});
    const Values& results = graph_.node(loop).results;
    graph_.block(body).results.assign(results.begin() + 1 + static_cast<std::ptrdiff_t>(inputs.size()), results.end());
  }

  /// Moves all nodes but constants, which every block may use.
  void move_nodes(BlockId from, BlockId to) {
    std::vector<NodeId> stay;
    for (NodeId node : graph_.block(from).nodes) {
      if (is_constant(node)) {
        stay.push_back(node);
        continue;
      }
      graph_.node(node).block = to;
      for (ValueId result : graph_.node(node).results) graph_.value(result).block = to;
      for (BlockId inner : graph_.node(node).blocks) graph_.block(inner).parent = to;
      graph_.block(to).nodes.push_back(node);
    }
    graph_.block(from).nodes = std::move(stay);
  }

  ir::Graph& graph_;
  const void* callee_;
  std::vector<ir::TensorType> types_;  // of the loop-carried values
  Values arguments_, results_;         // of this iteration
  ValueId yes_ = ir::kNone, no_ = ir::kNone;
};

}  // namespace

void loop_tail_calls(ir::Graph& graph, const void* callee) { TailCalls(graph, callee).run(); }

}  // namespace ag::detail
