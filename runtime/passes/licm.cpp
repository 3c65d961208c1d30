/// Loop-invariant code motion: moves computations that do not depend on the iteration before the loop.
///
/// Errors stay in place. A node that may fail moves only where it is certain to execute: out of the test, which runs at
/// least once, or out of the body if the first test is known to hold. No effect and no other node that may fail may
/// precede it, so that the first error and all output are the same. Other nodes that move cannot fail, and may be
/// computed without need if the loop is not entered. Invariant branches and loops move as a whole. A loop counts as a
/// node that may fail, because it may not end. Nodes of an arm stay there, because the loop decides which arm runs.
///
/// Memory: a large array that takes one or two operations per element stays in the loop, where generated code computes
/// it on the fly. An array that is written in place also stays, because outside it would have to be copied in each
/// iteration.
///
/// Programs that profit: iterations with fixed inputs, such as repeated products with a normalized or transposed
/// matrix, nested sums whose inner terms depend on the outer index, and descent steps with fixed data terms.
#include <algorithm>

#include "passes/analysis/cost.h"
#include "passes/analysis/node_facts.h"
#include "passes/analysis/trip_count.h"
#include "passes/passes.h"
#include "passes/rewrite.h"

namespace ag::passes {

namespace {

using ops::Op;

class InvariantMover {
 public:
  InvariantMover(ir::Graph& graph, const detail::Machine& machine)
      : graph_(graph), large_bytes_(machine.l2_bytes / 5), overwritten_(graph.value_count()) {
    for (size_t id = 0; id < graph.node_count(); ++id) {
      const ir::Node& node = graph.node(static_cast<ir::NodeId>(id));
      if (node.block == ir::kNone || node.operands.empty()) continue;
      const bool in_place = node.op->has(ir::kOverwritesFirst);
      if (in_place) overwritten_[static_cast<size_t>(node.operands[0])] = true;
      if (is(node, Op::while_loop)) {
        for (ir::ValueId operand : node.operands) overwritten_[static_cast<size_t>(operand)] = true;
      }
    }
  }

  bool run() {
    walk(graph_.body());
    return changed_;
  }

 private:
  /// Inner loops come first, so that a node can leave several loops.
  void walk(ir::BlockId block) {
    const std::vector<ir::NodeId> nodes = graph_.block(block).nodes;
    std::vector<ir::NodeId> out;
    out.reserve(nodes.size());
    for (ir::NodeId id : nodes) {
      for (ir::BlockId inner : std::vector(graph_.node(id).blocks)) walk(inner);
      if (is(graph_.node(id), Op::while_loop)) move_out(id, block, out);
      out.push_back(id);
    }
    graph_.block(block).nodes = std::move(out);
  }

  void move_out(ir::NodeId loop, ir::BlockId block, std::vector<ir::NodeId>& out) {
    const ir::BlockId test = graph_.node(loop).blocks[0], body = graph_.node(loop).blocks[1];
    bool surely = true;  // true if the loop is certain to reach the next node without an observable event before it
    move_out_of(test, block, surely, out);
    if (surely) surely = first_test_result(graph_, graph_.node(loop)) == std::optional(true);
    move_out_of(body, block, surely, out);
  }

  void move_out_of(ir::BlockId from, ir::BlockId to, bool& surely, std::vector<ir::NodeId>& out) {
    std::vector<ir::NodeId> kept;
    for (ir::NodeId id : graph_.block(from).nodes) {
      const bool raises = graph_.has_effects(id) || may_raise(graph_, id);
      if (is_invariant(id, to) && (!raises || (surely && !graph_.has_effects(id))) && is_worth_it(id)) {
        move_node(graph_, id, to);
        out.push_back(id);
        changed_ = true;
        continue;
      }
      surely = surely && !raises;
      kept.push_back(id);
    }
    graph_.block(from).nodes = std::move(kept);
  }

  /// True if everything that a node uses is available before the loop, which is in `outside`.
  bool is_invariant(ir::NodeId id, ir::BlockId outside) const { return reads_only(id, outside, id); }

  bool reads_only(ir::NodeId id, ir::BlockId outside, ir::NodeId whole) const {
    const ir::Node& node = graph_.node(id);
    const auto is_outside = [&](ir::ValueId value) {
      const ir::BlockId home = graph_.value(value).block;
      return graph_.encloses(home, outside) || is_within(home, whole);
    };
    return std::ranges::all_of(node.operands, is_outside) && std::ranges::all_of(node.blocks, [&](ir::BlockId inner) {
             return std::ranges::all_of(graph_.block(inner).results, is_outside) &&
                    std::ranges::all_of(graph_.block(inner).nodes,
                                        [&](ir::NodeId within) { return reads_only(within, outside, whole); });
           });
  }
  bool is_within(ir::BlockId block, ir::NodeId whole) const {
    return std::ranges::any_of(graph_.node(whole).blocks,
                               [&](ir::BlockId inner) { return graph_.encloses(inner, block); });
  }

  bool is_worth_it(ir::NodeId id) const {
    const ir::Node& node = graph_.node(id);
    return std::ranges::none_of(node.results, [&](ir::ValueId result) {
      const ir::TensorType& type = graph_.value(result).type;
      if (type.shape.ranked() && type.shape.empty()) return false;
      if (overwritten_[static_cast<size_t>(result)]) return true;
      const bool made = node.op->has(ir::kElementwise) || node.op->has(ir::kSymbolicWhileTracing);
      const int64_t count = type.shape.element_count();
      const bool large = count == unknown || count * static_cast<int64_t>(item_size(type.dtype)) > large_bytes_;
      return made && large && is_cheap(graph_, node);
    });
  }

  ir::Graph& graph_;
  const int64_t large_bytes_;  // a smaller array fits in the cache of a core together with the working set of the loop
  std::vector<bool> overwritten_;
  bool changed_ = false;
};

}  // namespace

bool move_invariants(ir::Graph& graph, const detail::Machine& machine) { return InvariantMover(graph, machine).run(); }

}  // namespace ag::passes
