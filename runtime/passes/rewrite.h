#pragma once
/// What passes that replace values are written with: one walk forward through the blocks, in which every operand
/// already stands for what replaced it. As a value is defined before its uses, that one walk is enough.
#include <vector>

#include "graph/graph.h"
#include "ops/table.h"

namespace ag::passes {

/// The value of a constant; null for any other value.
const Tensor* constant_of(const ir::Graph& graph, ir::ValueId value);

/// Whether the type rules of all that use `value` take it as `type` too, which is more specific, and give what is
/// recorded.
bool users_take(const ir::Graph& graph, ir::ValueId value, const ir::TensorType& type);

/// Takes a node out of the graph that stands in no list of a block any more, with what its blocks hold.
void discard(ir::Graph& graph, ir::NodeId node);

/// A new node that stands in `block` and in no list yet: it is for the caller to say where.
ir::NodeId make_node(ir::Graph& graph, ir::BlockId block, ops::Op op, std::vector<ir::ValueId> operands,
                     ir::Attributes attributes, ir::TensorType result, SourceLocation location);

/// Puts nodes in front of all others, where constants stand.
void put_first(ir::Graph& graph, const std::vector<ir::NodeId>& nodes);

/// A node, with its results and blocks, from now on belongs to another block. The lists of nodes are the caller's.
void move_node(ir::Graph& graph, ir::NodeId node, ir::BlockId to);

/// Takes the k-th value that a while_loop carries away: its operand, its result and its names inside, which nothing may
/// use any more.
void drop_carry(ir::Graph& graph, ir::NodeId loop, size_t k);

/// Values that others stand for.
class Rewriter {
 public:
  explicit Rewriter(ir::Graph& graph) : graph_(graph) {}

  /// Whether `to` may stand where `from` does: it has its dtype and its shape, or a more specific one with which the
  /// type rule of no user fails (what is an error when the graph gets there is none before).
  bool may_replace(ir::ValueId from, ir::ValueId to) const;
  /// Every use that the walk has not passed yet becomes one of `to`. A name that the user gave is kept.
  void replace(ir::ValueId from, ir::ValueId to);
  /// Takes that back: what stood for `from` is `from` again, wherever it is used.
  void restore(ir::ValueId from);
  ir::ValueId resolve(ir::ValueId value) const;
  bool changed() const { return changed_; }
  void note_change() { changed_ = true; }

  /// Calls visit(node, out) for each node of a block, in order: it pushes onto `out` what shall stand in the block at
  /// that point (the node itself, others, nothing: then it discards the node), and walks the node's blocks.
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
  /// Calls visit(node, block, out) for each node of all blocks: it says whether it has dealt with the node, as a visit
  /// of `walk` does; else the node stays, and its blocks are walked. Gives whether anything changed.
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
  std::vector<ir::ValueId> replaced_;  // by value; kNone: itself
  bool changed_ = false;
};

}  // namespace ag::passes
