#include "lower/analysis/signed_zero.h"

namespace ag::codegen {

namespace {

constexpr int kMaxSteps = 8;  // of the walk along producers or users

}  // namespace

bool has_no_negative_zero(const ir::Graph& graph, const GraphAnalysis& analysis, ir::ValueId value, int steps) {
  if (!is_floating(analysis.type(value).dtype)) return true;
  if (item_size(analysis.type(value).dtype) < sizeof(float))
    return false;  // a small negative sum may be rounded to -0.0
  const ir::NodeId producer = graph.value(value).producer;
  if (producer == ir::kNone || steps >= kMaxSteps) return false;
  const ir::Node& node = graph.node(producer);
  const auto holds = [&](size_t operand) {
    return has_no_negative_zero(graph, analysis, node.operands[operand], steps + 1);
  };
  // Sums of products have no such trait: with a single rounding they may underflow.
  if (node.op->has(ir::kNoNegativeZero)) return true;
  if (node.op->has(ir::kAddsNoNegativeZero)) return holds(0);
  switch (node.op->kind()) {
    case ir::OpKind::Add:
      return holds(0) || holds(1);
    case ir::OpKind::Multiply:
      return node.operands[0] == node.operands[1];
    case ir::OpKind::Where:
      return holds(1) && holds(2);
    default:
      return false;
  }
}

bool hides_signs_of_zeros(const ir::Graph& graph, const GraphAnalysis& analysis, ir::ValueId value, int steps) {
  const ir::NodeId user = analysis.only_user(value);
  if (user == ir::kNone || steps >= kMaxSteps) return false;
  const ir::Node& node = graph.node(user);
  if (node.op->has(ir::kIgnoresSignsOfZeros)) return true;
  const bool first = node.operands[0] == value;
  if ((is(node, ir::OpKind::Add) || (is(node, ir::OpKind::Subtract) && !first)) &&
      has_no_negative_zero(graph, analysis, node.operands[first ? 1 : 0]))
    return true;
  // A quotient depends on the sign of a zero divisor.
  const bool confines =
      node.op->has(ir::kConfinesSignsOfZeros) || (is(node, ir::OpKind::Divide) && first && node.operands[1] != value);
  return confines && hides_signs_of_zeros(graph, analysis, node.results[0], steps + 1);
}

}  // namespace ag::codegen
