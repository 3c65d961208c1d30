#include "graph/signed_zero.h"

namespace ag::ir {

namespace {

constexpr int kMaxSteps = 8;  // of the walk along producers

}  // namespace

bool has_no_negative_zero(const Graph& graph, ValueId value, int steps) {
  if (!is_floating(graph.value(value).type.dtype)) return true;
  if (item_size(graph.value(value).type.dtype) < sizeof(float))
    return false;  // a small negative sum may be rounded to -0.0
  const NodeId producer = graph.value(value).producer;
  if (producer == kNone || steps >= kMaxSteps) return false;
  const Node& node = graph.node(producer);
  const auto holds = [&](size_t operand) { return has_no_negative_zero(graph, node.operands[operand], steps + 1); };
  // Sums of products have no such trait: with a single rounding they may underflow.
  if (node.op->has(kNoNegativeZero)) return true;
  if (node.op->has(kAddsNoNegativeZero)) return holds(0);
  switch (node.op->kind()) {
    case OpKind::Add:
      return holds(0) || holds(1);
    case OpKind::Multiply:
      return node.operands[0] == node.operands[1];
    case OpKind::Where:
      return holds(1) && holds(2);
    default:
      return false;
  }
}

}  // namespace ag::ir
