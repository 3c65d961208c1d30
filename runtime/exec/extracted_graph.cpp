#include "exec/extracted_graph.h"

#include <unordered_map>

namespace ag::exec {

namespace {

using ir::BlockId;
using ir::ValueId;

class Extraction {
 public:
  Extraction(const ir::Graph& from, ExtractedGraph& result, bool captures_numbers = false)
      : from_(from), result_(result), to_(from.name()), captures_numbers_(captures_numbers) {}

  void run_block(BlockId id) {
    const ir::Block& block = from_.block(id);
    for (ValueId argument : block.arguments) {
      const ir::Value& value = from_.value(argument);
      copies_[argument] = to_.add_argument(to_.body(), value.type, value.name);
    }
    capture_in_block(id);
    copy_nodes(id, to_.body());
    result_.graph = std::make_shared<ir::Graph>(std::move(to_));
  }

  void run(ir::NodeId id) {
    const ir::Node& loop = from_.node(id);
    // Arguments come first, and the captured values are known only after the blocks have been visited.
    for (ValueId argument : from_.block(loop.blocks[1]).arguments) {
      const ir::Value& value = from_.value(argument);
      start_.push_back(to_.add_argument(to_.body(), value.type, value.name));
    }
    capture_in(loop);
    std::vector<BlockId> blocks;
    for (BlockId block : loop.blocks) blocks.push_back(copy_block(block, to_.body()));
    const ir::NodeId copy =
        to_.append(to_.body(), *loop.op, start_, loop.attributes, result_types(loop), loop.location, std::move(blocks));
    to_.node(copy).rolled = loop.rolled;
    to_.block(to_.body()).results = to_.node(copy).results;
    result_.graph = std::make_shared<ir::Graph>(std::move(to_));
  }

 private:
  /// A value that the blocks of a node use and do not define becomes an argument, or a copy of its constant.
  void capture_in(const ir::Node& node) {
    for (BlockId id : node.blocks) capture_in_block(id);
  }

  void capture_in_block(BlockId id) {
    const ir::Block& block = from_.block(id);
    for (ValueId argument : block.arguments) inside_[argument] = true;
    for (ir::NodeId inner_id : block.nodes) {
      const ir::Node& inner = from_.node(inner_id);
      for (ValueId operand : inner.operands) capture(operand);
      capture_in(inner);
      for (ValueId result : inner.results) inside_[result] = true;
    }
    for (ValueId result : block.results) capture(result);
  }

  void capture(ValueId id) {
    if (inside_.contains(id) || copies_.contains(id)) return;
    const ir::Value& value = from_.value(id);
    const bool captured = captures_numbers_ && value.type.shape.ranked() && value.type.shape.empty();
    const bool produced = value.producer != ir::kNone && !captured;
    if (produced && from_.node(value.producer).op->kind() == ir::OpKind::Constant) {
      const ir::Node& constant = from_.node(value.producer);
      const ir::NodeId copy =
          to_.append(to_.body(), *constant.op, {}, constant.attributes, {value.type}, constant.location);
      copies_[id] = to_.node(copy).results[0];
      return;
    }
    copies_[id] = to_.add_argument(to_.body(), value.type, value.name);
    result_.captured.push_back(id);
  }

  std::vector<ir::TensorType> result_types(const ir::Node& node) const {
    std::vector<ir::TensorType> types;
    for (ValueId result : node.results) types.push_back(from_.value(result).type);
    return types;
  }

  std::vector<ValueId> copies_of(const std::vector<ValueId>& values) const {
    std::vector<ValueId> copies;
    for (ValueId value : values) copies.push_back(copies_.at(value));
    return copies;
  }

  BlockId copy_block(BlockId id, BlockId parent) {
    const BlockId copy = to_.add_block(parent);
    for (ValueId argument : from_.block(id).arguments) {
      const ir::Value& value = from_.value(argument);
      copies_[argument] = to_.add_argument(copy, value.type, value.name);
    }
    copy_nodes(id, copy);
    return copy;
  }

  void copy_nodes(BlockId id, BlockId copy) {
    for (ir::NodeId node_id : from_.block(id).nodes) {
      const ir::Node& node = from_.node(node_id);
      std::vector<BlockId> blocks;
      for (BlockId inner : node.blocks) blocks.push_back(copy_block(inner, copy));
      const ir::NodeId made = to_.append(copy, *node.op, copies_of(node.operands), node.attributes, result_types(node),
                                         node.location, std::move(blocks));
      to_.node(made).rolled = node.rolled;
      for (size_t k = 0; k < node.results.size(); ++k) {
        const ValueId result = to_.node(made).results[k];
        to_.value(result).name = from_.value(node.results[k]).name;
        copies_[node.results[k]] = result;
      }
    }
    to_.block(copy).results = copies_of(from_.block(id).results);
  }

  const ir::Graph& from_;
  ExtractedGraph& result_;
  ir::Graph to_;
  bool captures_numbers_;
  std::vector<ValueId> start_;
  std::unordered_map<ValueId, bool> inside_;
  std::unordered_map<ValueId, ValueId> copies_;
};

}  // namespace

ExtractedGraph make_loop_graph(const ir::Graph& graph, ir::NodeId loop) {
  ExtractedGraph result;
  Extraction(graph, result).run(loop);
  return result;
}

ExtractedGraph make_block_graph(const ir::Graph& graph, ir::BlockId block, bool captures_numbers) {
  ExtractedGraph result;
  Extraction(graph, result, captures_numbers).run_block(block);
  return result;
}

}  // namespace ag::exec
