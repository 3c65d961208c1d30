#include "passes/analysis/trip_count.h"

#include <map>

#include "exec/run_op.h"
#include "passes/analysis/node_facts.h"

namespace ag::passes {

namespace {

constexpr size_t kMaxTestNodes = 16;  // of a test that is evaluated

/// Evaluates a block on the numbers that are known.
class Trial {
 public:
  explicit Trial(const ir::Graph& graph) : graph_(graph) {}

  void know(ir::ValueId value, const Tensor& tensor) {
    if (tensor.impl()->shape.empty()) known_.emplace(value, tensor);
  }
  const Tensor* find(ir::ValueId value) const {
    const auto found = known_.find(value);
    return found == known_.end() ? constant_of(graph_, value) : &found->second;
  }
  /// Returns false if the node fails.
  bool run(const ir::Node& node) {
    if (node.op->has(ir::kEffect) || node.op->has(ir::kHasBlocks) || node.results.size() != 1) return true;
    std::vector<detail::TensorImpl*> inputs;
    for (ir::ValueId operand : node.operands) {
      const Tensor* value = find(operand);
      if (!value || !value->impl()->shape.empty()) return true;
      inputs.push_back(value->impl());
    }
    try {
      know(node.results[0], exec::run_op(*node.op, inputs, node.attributes, node.location));
      return true;
    } catch (const Error&) {
      return false;
    }
  }

 private:
  const ir::Graph& graph_;
  std::map<ir::ValueId, Tensor> known_;
};

}  // namespace

std::optional<bool> first_test_result(const ir::Graph& graph, const ir::Node& loop) {
  const ir::Block& test = graph.block(loop.blocks[0]);
  if (test.nodes.size() > kMaxTestNodes) return {};
  Trial trial(graph);
  for (size_t k = 0; k < test.arguments.size(); ++k) {
    if (const Tensor* initial = constant_of(graph, loop.operands[k])) trial.know(test.arguments[k], *initial);
  }
  for (ir::NodeId node : test.nodes) {
    if (!trial.run(graph.node(node))) return {};
  }
  const Tensor* verdict = trial.find(test.results[0]);
  if (!verdict) return {};
  return detail::read_scalar(*verdict->impl()).integer != 0;
}

}  // namespace ag::passes
