/// Common subexpression elimination: replaces a pure node by an equal one in its block or in an enclosing block.
///
/// Two nodes are equal if the operation, the operands and every attribute are the same to the bit. Operands of
/// commutative operations may be swapped for integers and booleans only: a floating-point sum of two NaNs returns the
/// first. An error that both nodes would raise is raised by the first, as in the program.
///
/// Programs that profit: formulas that repeat a subexpression, such as a loss and its gradient, neighbour sums on a
/// grid, and reused index arithmetic.
#include <algorithm>
#include <bit>

#include "passes/analysis/equivalence.h"
#include "passes/passes.h"
#include "passes/rewrite.h"

namespace ag::passes {

namespace {

class CommonNodeMerger {
 public:
  explicit CommonNodeMerger(ir::Graph& graph)
      : graph_(graph),
        rewriter_(graph),
        heads_(std::bit_ceil(2 * graph.node_count() + 1), ir::kNone),
        next_(graph.node_count(), ir::kNone),
        overwritten_(graph.value_count()) {
    mark_overwritten();
  }

  bool run() {
    walk(graph_.body());
    return rewriter_.changed();
  }

 private:
  /// Marks arrays that are written in place. Each of them must stay a separate array: a shared one would be copied at
  /// the write.
  void mark_overwritten() {
    for (size_t id = 0; id < graph_.node_count(); ++id) {
      const ir::Node& node = graph_.node(static_cast<ir::NodeId>(id));
      if (node.block == ir::kNone) continue;
      if (node.op->has(ir::kOverwritesFirst) && !node.operands.empty()) mark(node.operands[0]);
      if (is(node, ops::Op::while_loop)) {
        for (ir::ValueId operand : node.operands) mark(operand);
      }
    }
  }
  void mark(ir::ValueId value) { overwritten_[static_cast<size_t>(value)] = true; }

  void walk(ir::BlockId block) {
    std::vector<size_t> added;
    rewriter_.walk(block, [&](ir::NodeId id, std::vector<ir::NodeId>& out) {
      if (may_merge(graph_.node(id))) {
        const size_t at = hash_node(graph_, graph_.node(id)) & (heads_.size() - 1);
        if (const ir::NodeId same = find(at, id); same != ir::kNone) {
          for (size_t k = 0; k < graph_.node(id).results.size(); ++k) {
            rewriter_.replace(graph_.node(id).results[k], graph_.node(same).results[k]);
          }
          discard(graph_, id);
          return;
        }
        next_[static_cast<size_t>(id)] = heads_[at];
        heads_[at] = id;
        added.push_back(at);
      }
      out.push_back(id);
      for (ir::BlockId inner : std::vector(graph_.node(id).blocks)) walk(inner);
    });
    // The nodes of this block are not visible after it.
    for (size_t k = added.size(); k-- > 0;) heads_[added[k]] = next_[static_cast<size_t>(heads_[added[k]])];
  }

  bool may_merge(const ir::Node& node) const {
    if (node.op->has(ir::kEffect) || node.op->has(ir::kHasBlocks) || node.results.empty()) return false;
    const bool makes_array =
        node.op->has(ir::kSymbolicWhileTracing) && !graph_.value(node.results[0]).type.shape.empty();
    return !makes_array || !overwritten_[static_cast<size_t>(node.results[0])];
  }

  ir::NodeId find(size_t at, ir::NodeId id) const {
    for (ir::NodeId other = heads_[at]; other != ir::kNone; other = next_[static_cast<size_t>(other)]) {
      if (same_node(graph_, graph_.node(other), graph_.node(id))) return other;
    }
    return ir::kNone;
  }

  ir::Graph& graph_;
  Rewriter rewriter_;
  std::vector<ir::NodeId> heads_, next_;  // a hash table of computed nodes, with chains
  std::vector<bool> overwritten_;
};

}  // namespace

bool merge_common_nodes(ir::Graph& graph) { return CommonNodeMerger(graph).run(); }

}  // namespace ag::passes
