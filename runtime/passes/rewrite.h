#pragma once
/// Rewriting of values: one forward walk through the blocks, in which each operand is already replaced. Definitions
/// precede uses, so one walk is enough.
#include <optional>
#include <span>
#include <vector>

#include "graph/graph.h"
#include "ops/table.h"

namespace ag::passes {

/// Returns the types that the type rule of a node infers from these operand types and attributes; nullopt if it rejects
/// them.
std::optional<std::vector<ir::TensorType>> infer_results(const ir::Node& node, std::span<const ir::TensorType> operands,
                                                         const ir::Attributes& attributes);

/// True if the type rules of all users of `value` accept the more specific `type` for it, and infer results that are
/// subtypes of the recorded ones.
bool users_take(const ir::Graph& graph, ir::ValueId value, const ir::TensorType& type);

/// Removes a node and the contents of its blocks from the graph. The node must not be in the list of a block.
void discard(ir::Graph& graph, ir::NodeId node);

/// Makes a node of `block` that is in no list yet. The caller inserts it.
ir::NodeId make_node(ir::Graph& graph, ir::BlockId block, ops::Op op, std::vector<ir::ValueId> operands,
                     ir::Attributes attributes, ir::TensorType result, SourceLocation location);
/// Makes a node with several results.
ir::NodeId make_node(ir::Graph& graph, ir::BlockId block, ops::Op op, std::vector<ir::ValueId> operands,
                     ir::Attributes attributes, std::vector<ir::TensorType> results, SourceLocation location);
/// Makes a copy of a node with other operands and another result, as make_node does.
ir::NodeId make_copy(ir::Graph& graph, ir::BlockId block, const ir::Node& of, std::vector<ir::ValueId> operands,
                     ir::TensorType result);

/// Makes a constant of the body from a number, as make_node does. `of` is an integer of rank 0.
ir::NodeId make_constant(ir::Graph& graph, int64_t number, const ir::TensorType& of, SourceLocation location);

/// Inserts nodes at the start of the body, where constants are.
void put_first(ir::Graph& graph, const std::vector<ir::NodeId>& nodes);

/// Moves a node, with its results and blocks, to another block. The caller updates the lists of nodes.
void move_node(ir::Graph& graph, ir::NodeId node, ir::BlockId to);

/// Removes the k-th carried value of a while_loop: its operand, its result and its arguments. They must be unused.
void drop_carry(ir::Graph& graph, ir::NodeId loop, size_t k);

/// Records replacements of values and applies them during a walk.
class Rewriter {
 public:
  explicit Rewriter(ir::Graph& graph) : graph_(graph) {}

  /// True if `to` may replace `from`: their dtypes and shapes are equal, or `to` is more specific and the type rule of
  /// no user fails with it. (An error of the run must not become an error before it.)
  bool may_replace(ir::ValueId from, ir::ValueId to) const;
  /// Replaces each later use of `from` in the walk by `to`. A name given by the user is kept.
  void replace(ir::ValueId from, ir::ValueId to);
  /// Undoes a replacement: each use of the replacement becomes `from` again.
  void restore(ir::ValueId from);
  ir::ValueId resolve(ir::ValueId value) const;
  bool changed() const { return changed_; }
  void note_change() { changed_ = true; }

  /// Calls visit(node, out) for each node of a block, in order. The visitor appends to `out` the nodes that take the
  /// place of the node: the node itself, other nodes, or none, in which case it discards the node. It also walks the
  /// node's blocks.
  template <class Visit>
  void walk(ir::BlockId block, Visit&& visit) {
    const std::vector<ir::NodeId> nodes = graph_.block(block).nodes;
    std::vector<ir::NodeId> out;
    out.reserve(nodes.size());
    for (ir::NodeId node : nodes) {
      resolve_all(graph_.node(node).operands);
      visit(node, out);
    }
    graph_.block(block).nodes = std::move(out);
    resolve_all(graph_.block(block).results);
  }
  /// Calls visit(node, block, out) for each node of all blocks. If the visitor returns true, it has handled the node as
  /// a visitor of `walk` does. Otherwise the node stays, and its blocks are walked. Returns whether anything changed.
  template <class Visit>
  bool walk_all(Visit&& visit) {
    walk_from(graph_.body(), visit);
    return changed_;
  }
  void resolve_all(std::vector<ir::ValueId>& values) const {
    for (ir::ValueId& value : values) value = resolve(value);
  }

 private:
  template <class Visit>
  void walk_from(ir::BlockId block, Visit& visit) {
    walk(block, [&](ir::NodeId node, std::vector<ir::NodeId>& out) {
      if (visit(node, block, out)) return;
      out.push_back(node);
      for (ir::BlockId inner : std::vector(graph_.node(node).blocks)) walk_from(inner, visit);
    });
  }

  ir::Graph& graph_;
  std::vector<ir::ValueId> replaced_;  // by value; kNone: not replaced
  bool changed_ = false;
};

}  // namespace ag::passes
