#include <algorithm>
#include <vector>

#include "passes/passes.h"

namespace ag::passes {

namespace {

class Eliminator {
 public:
  explicit Eliminator(ir::Graph& graph) : graph_(graph), used_(graph.value_count(), false) {}

  bool run() {
    sweep(graph_.body());
    return changed_;
  }

 private:
  /// From the end to the beginning, so that a node comes after everything that uses it.
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

bool eliminate_dead_nodes(ir::Graph& graph) { return Eliminator(graph).run(); }

}  // namespace ag::passes
