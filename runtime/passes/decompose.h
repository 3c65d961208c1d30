#pragma once
/// What the rules of the pass `decompose` have in common. A rule for one operation gives the value that stands for the
/// result of a node, made of other nodes; or ir::kNone, and has made none, where it does not apply.
#include "passes/rewrite.h"

namespace ag::passes {

/// The nodes that one node becomes.
class Parts {
 public:
  /// `out`: what stands in the block in front of the node; `constants`: what shall stand in front of everything.
  Parts(ir::Graph& graph, const ir::Node& node, std::vector<ir::NodeId>& out, std::vector<ir::NodeId>& constants)
      : graph_(graph), node_(node), out_(out), constants_(constants) {}

  const ir::Node& node() const { return node_; }
  const ir::TensorType& type(size_t operand) const { return graph_.value(node_.operands[operand]).type; }
  /// The value of an operand that is a constant; null for others.
  const Tensor* constant(size_t operand) const { return constant_of(graph_, node_.operands[operand]); }
  const ir::TensorType& result() const { return graph_.value(node_.results[0]).type; }

  ir::ValueId add(ops::Op op, std::vector<ir::ValueId> operands, ir::Attributes attributes, ir::TensorType type) {
    const ir::NodeId made =
        make_node(graph_, node_.block, op, std::move(operands), std::move(attributes), std::move(type), node_.location);
    out_.push_back(made);
    return graph_.node(made).results[0];
  }

  /// A constant.
  ir::ValueId known(const Tensor& value) {
    constants_.push_back(make_node(graph_, graph_.body(), ops::Op::constant, {}, {value},
                                   {value.dtype(), value.impl()->shape}, node_.location));
    return graph_.node(constants_.back()).results[0];
  }

 private:
  ir::Graph& graph_;
  const ir::Node node_;  // a copy, as new nodes move those of the graph
  std::vector<ir::NodeId>& out_;
  std::vector<ir::NodeId>& constants_;
};

/// softmax, log_softmax, logsumexp.
ir::ValueId decompose_powers(Parts& parts);
/// pow.
ir::ValueId decompose_pow(Parts& parts);
/// max_pool2d, avg_pool2d.
ir::ValueId decompose_pool(Parts& parts);
/// pad, repeat and tile.
ir::ValueId decompose_pad(Parts& parts);
ir::ValueId decompose_repeat(Parts& parts);
ir::ValueId decompose_tile(Parts& parts);
/// mask_update.
ir::ValueId decompose_mask_update(Parts& parts);
/// matmul.
ir::ValueId decompose_matmul(Parts& parts);

}  // namespace ag::passes
