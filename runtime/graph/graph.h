#pragma once
/// The graph that a traced function becomes: SSA with nested blocks.
///
/// Meaning. A block is an ordered list of nodes; its results are what it yields. A node may use values of its own block
/// that come before it, and values of the blocks around it. Nodes with effects (trait kEffect, or a block with such a
/// node inside) happen in the order of the list and never vanish. All other nodes are pure: they may be moved, merged
/// or removed, together with the errors they would raise. Integers wrap around; integer division by zero is an error
/// when the node runs. NaN and infinities are kept. Values are immutable; there is no aliasing.
///
/// Nodes, values and blocks are named by numbers that stay valid while the graph changes; erased ones are not reused.
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
  std::string name;         // the user's variable, where known; for people only
};

struct Node {
  const OpDef* op = nullptr;
  std::vector<ValueId> operands;
  Attributes attributes;
  std::vector<ValueId> results;
  std::vector<BlockId> blocks;
  SourceLocation location = SourceLocation::current();
  BlockId block = kNone;  // where it stands; kNone: erased
  bool rolled = false;    // a loop that the source has only unrolled: errors tell nothing of its rounds
};

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
  /// The body; its arguments are the inputs, its results the outputs.
  BlockId body() const { return 0; }

  const Value& value(ValueId id) const { return values_[static_cast<size_t>(id)]; }
  Value& value(ValueId id) { return values_[static_cast<size_t>(id)]; }
  const Node& node(NodeId id) const { return nodes_[static_cast<size_t>(id)]; }
  Node& node(NodeId id) { return nodes_[static_cast<size_t>(id)]; }
  const Block& block(BlockId id) const { return blocks_[static_cast<size_t>(id)]; }
  Block& block(BlockId id) { return blocks_[static_cast<size_t>(id)]; }
  size_t value_count() const { return values_.size(); }
  size_t node_count() const { return nodes_.size(); }  // erased ones included
  size_t block_count() const { return blocks_.size(); }

  ValueId add_argument(BlockId block, TensorType type, std::string name = {});
  /// A block that no node owns yet, inside `parent`.
  BlockId add_block(BlockId parent);
  /// Appends a node to `block`. `blocks` become its own.
  NodeId append(BlockId block, const OpDef& op, std::vector<ValueId> operands, Attributes attributes,
                std::vector<TensorType> results, SourceLocation location, std::vector<BlockId> blocks = {});
  /// A further result of a node (control flow, whose results are found one by one).
  ValueId add_result(NodeId node, TensorType type, std::string name = {});
  /// Removes a node whose results are not used, with its blocks.
  void erase(NodeId node);
  /// Every use of `from`, in nodes and block results, becomes `to`.
  void replace_uses(ValueId from, ValueId to);
  /// Whether a node or the results of a block have the value.
  bool is_used(ValueId value) const;

  /// Whether `inner` is `outer` or lies inside it.
  bool encloses(BlockId outer, BlockId inner) const;
  /// Whether a node is an effect, by itself or by what stands in its blocks.
  bool has_effects(NodeId node) const;
  bool has_effects_in(BlockId block) const;

 private:
  std::string name_;
  std::vector<Value> values_;
  std::vector<Node> nodes_;
  std::vector<Block> blocks_;
};

/// How many nodes stand in the graph, those in nested blocks included.
size_t count_nodes(const Graph& graph);

}  // namespace ag::ir
