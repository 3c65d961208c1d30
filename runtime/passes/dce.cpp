/// Dead code elimination: removes nodes whose results nothing uses and that have no effect.
///
/// Programs that profit: functions that compute more than they return, such as unused diagnostics, results that only
/// one caller needs, and operands left over by other passes.
#include <algorithm>
#include <vector>

#include "passes/passes.h"

namespace ag::passes {

namespace {

class DeadNodeEliminator {
 public:
  explicit DeadNodeEliminator(ir::Graph& graph) : graph_(graph), used_(graph.value_count(), false) {}

  bool run() {
    sweep(graph_.body());
    return changed_;
  }

 private:
  /// Visits nodes from the last to the first, so that all users of a node come before it.
  void sweep(ir::BlockId id) {
    for (ir::ValueId result : graph_.block(id).results) used_[static_cast<size_t>(result)] = true;
    const std::vector<ir::NodeId> nodes = graph_.block(id).nodes;
    for (size_t k = nodes.size(); k-- > 0;) {
      const ir::Node& node = graph_.node(nodes[k]);
      const bool needed =
          std::ranges::any_of(node.results, [&](ir::ValueId value) { return used_[static_cast<size_t>(value)]; });
      if (!needed && !graph_.has_effects(nodes[k])) {
        graph_.erase(nodes[k]);
        changed_ = true;
        continue;
      }
      for (ir::ValueId operand : node.operands) used_[static_cast<size_t>(operand)] = true;
      for (ir::BlockId inner : node.blocks) sweep(inner);
    }
  }

  ir::Graph& graph_;
  std::vector<bool> used_;
  bool changed_ = false;
};

}  // namespace

bool eliminate_dead_nodes(ir::Graph& graph) { return DeadNodeEliminator(graph).run(); }

}  // namespace ag::passes
