#include "lower/analysis/hidden_signs.h"

#include "graph/signed_zero.h"

namespace ag::codegen {

namespace {

constexpr int kMaxSteps = 8;  // of the walk along users

}  // namespace

bool hides_signs_of_zeros(const ir::Graph& graph, const GraphAnalysis& analysis, ir::ValueId value, int steps) {
  const ir::NodeId user = analysis.only_user(value);
  if (user == ir::kNone || steps >= kMaxSteps) return false;
  const ir::Node& node = graph.node(user);
  if (node.op->has(ir::kIgnoresSignsOfZeros)) return true;
  const bool first = node.operands[0] == value;
  if ((is(node, ir::OpKind::Add) || (is(node, ir::OpKind::Subtract) && !first)) &&
      ir::has_no_negative_zero(graph, node.operands[first ? 1 : 0]))
    return true;
  // A quotient depends on the sign of a zero divisor.
  const bool confines =
      node.op->has(ir::kConfinesSignsOfZeros) || (is(node, ir::OpKind::Divide) && first && node.operands[1] != value);
  return confines && hides_signs_of_zeros(graph, analysis, node.results[0], steps + 1);
}

}  // namespace ag::codegen
