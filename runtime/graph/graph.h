#pragma once
/// The graph of a traced function: SSA with nested blocks.
///
/// Semantics. A block is an ordered list of nodes; its results are the values that it yields. A node may use values of
/// its own block that come before it, and values of the enclosing blocks. Nodes with effects (trait kEffect, or a block
/// with such a node inside) run in the order of the list and are never removed. All other nodes are pure: they may be
/// moved, merged or removed, together with the errors they would raise. Integers wrap around; integer division by zero
/// is an error when the node runs. NaN and infinities are preserved. Values are immutable; there is no aliasing.
///
/// Nodes, values and blocks are named by numbers that stay valid while the graph changes; numbers of erased ones are
/// not reused.
#include <cstdint>
#include <string>
#include <vector>

#include "graph/op_def.h"
#include "graph/type.h"

namespace ag::ir {

using ValueId = int32_t;
using NodeId = int32_t;
using BlockId = int32_t;
inline constexpr int32_t kNone = -1;

struct Value {
  TensorType type;
  NodeId producer = kNone;  // kNone: argument of a block
  BlockId block = kNone;    // the block in which it is defined
  std::string name;         // the user's variable, if known; for display only
};

struct Node {
  const OpDef* op = nullptr;
  std::vector<ValueId> operands;
  Attributes attributes;
  std::vector<ValueId> results;
  std::vector<BlockId> blocks;
  SourceLocation location = SourceLocation::current();
  BlockId block = kNone;  // the enclosing block; kNone: erased
  bool rolled = false;    // a loop that is unrolled in the source: errors do not mention its iterations
};

/// True if a node is of the operation of that kind.
inline bool is(const Node& node, OpKind kind) { return node.op->kind() == kind; }

struct Block {
  NodeId owner = kNone;    // the node it belongs to; kNone: the body of the graph
  BlockId parent = kNone;  // the block of that node
  std::vector<ValueId> arguments;
  std::vector<NodeId> nodes;
  std::vector<ValueId> results;
};

class Graph {
 public:
  explicit Graph(std::string name = "graph");

  const std::string& name() const { return name_; }
  void set_name(std::string name) { name_ = std::move(name); }
  /// The body of the graph; its arguments are the inputs, its results the outputs.
  BlockId body() const { return 0; }

  const Value& value(ValueId id) const { return values_[static_cast<size_t>(id)]; }
  Value& value(ValueId id) { return values_[static_cast<size_t>(id)]; }
  const Node& node(NodeId id) const { return nodes_[static_cast<size_t>(id)]; }
  Node& node(NodeId id) { return nodes_[static_cast<size_t>(id)]; }
  const Block& block(BlockId id) const { return blocks_[static_cast<size_t>(id)]; }
  Block& block(BlockId id) { return blocks_[static_cast<size_t>(id)]; }
  size_t value_count() const { return values_.size(); }
  size_t node_count() const { return nodes_.size(); }  // including erased ones
  size_t block_count() const { return blocks_.size(); }

  ValueId add_argument(BlockId block, TensorType type, std::string name = {});
  /// Adds a block inside `parent` that has no owner yet.
  BlockId add_block(BlockId parent);
  /// Appends a node to `block`. The node becomes the owner of `blocks`.
  NodeId append(BlockId block, const OpDef& op, std::vector<ValueId> operands, Attributes attributes,
                std::vector<TensorType> results, SourceLocation location, std::vector<BlockId> blocks = {});
  /// Adds a result to a node (for control flow, whose results are found one at a time).
  ValueId add_result(NodeId node, TensorType type, std::string name = {});
  /// Removes a node whose results are not used, with its blocks.
  void erase(NodeId node);
  /// Replaces every use of `from`, in nodes and block results, by `to`.
  void replace_uses(ValueId from, ValueId to);
  /// True if the value is an operand of a node or a result of a block.
  bool is_used(ValueId value) const;

  /// True if `inner` is `outer` or nested inside it.
  bool encloses(BlockId outer, BlockId inner) const;
  /// True if a node has an effect, itself or in its blocks.
  bool has_effects(NodeId node) const;
  bool has_effects_in(BlockId block) const;

 private:
  std::string name_;
  std::vector<Value> values_;
  std::vector<Node> nodes_;
  std::vector<Block> blocks_;
};

/// Returns the number of nodes in the graph, including those in nested blocks.
size_t count_nodes(const Graph& graph);

}  // namespace ag::ir
