/// Recomputation of checkpoints. When the walk reaches a checkpoint, its nodes are recorded or run again, and the
/// gradient rules use the new values. Gradients stay keyed by the original values; a recomputed value is an alias of
/// its original.
#include <algorithm>

#include "grad/backward.h"
#include "grad/replay.h"
#include "trace/recorder.h"

namespace ag::grad {

namespace {

using ops::Op;

}  // namespace

void Backward::walk_again(std::span<const ir::NodeId> nodes, const tracing::Checkpoint& checkpoint) {
  if (std::ranges::none_of(nodes, [&](ir::NodeId node) { return node >= since_ && has_gradient(node); })) return;
  again_.push_back({{}, {}, static_cast<int64_t>(graph_.node_count())});
  for (ir::NodeId node : nodes) recompute(node);
  walk(checkpoint.block, nodes, &checkpoint);
  again_.pop_back();
}

void Backward::recompute(ir::NodeId id) {
  const ir::Node node = graph_.node(id);
  const tracing::PlaceScope place(node.location);
  std::vector<Tensor> results;
  if (is(node, Op::custom_gradient)) {  // the last operands, as new values
    for (size_t k = node.operands.size() - node.results.size(); k < node.operands.size(); ++k)
      results.push_back(behind_barrier(given_again(node.operands[k])));
  } else if (!is_repeatable(graph_, node)) {
    return;  // the original values are kept
  } else if (!trace_) {
    std::vector<Tensor> operands;
    for (ir::ValueId operand : node.operands) operands.push_back(given_again(operand));
    results = tracing::apply(*node.op, operands, node.attributes, node.location);
  } else {
    Replacements values;
    for (ir::ValueId operand : node.operands) values.emplace(operand, given_again(operand));
    for (ir::BlockId block : node.blocks)
      for (ir::ValueId value : values_from_outside(graph_, block)) values.emplace(value, given_again(value));
    results = replay(*trace_, node, values);
  }
  for (size_t k = 0; k < results.size(); ++k) stand_for(node.results[k], results[k]);
  if (is(node, Op::custom_gradient) || node.blocks.empty() || results.empty()) return;
  const ir::NodeId made = graph_.value(results[0].impl()->symbol->value).producer;
  again_.back().branches.emplace(id, made);
  mark_node(made);
}

/// The recomputed value, or the input of the checkpoint after a barrier. Without the barrier, CSE would replace the
/// recomputed values by the original ones.
const Tensor& Backward::given_again(ir::ValueId value) {
  Again& again = again_.back();
  if (const auto known = again.values.find(value); known != again.values.end()) return known->second;
  stand_for(value, behind_barrier(this->value(value)));
  return again.values.at(value);
}

Tensor Backward::behind_barrier(const Tensor& value) const {
  return value.impl()->is_symbol() ? call_op(Op::optimization_barrier, {value}, {again_.back().number}) : value;
}

void Backward::stand_for(ir::ValueId value, const Tensor& again) {
  again_.back().values.insert_or_assign(value, again);
  if (again.impl()->is_symbol()) aliases_.emplace(again.impl()->symbol->value, name_of(value));
}

const Tensor* Backward::find_again(ir::ValueId value) const {
  for (size_t k = again_.size(); k-- > 0;) {
    const auto found = again_[k].values.find(value);
    if (found != again_[k].values.end()) return &found->second;
  }
  return nullptr;
}

Tensor Backward::value(ir::ValueId value) const {
  const Tensor* again = find_again(value);
  return again ? *again : forward_.value(value);
}

}  // namespace ag::grad
