#pragma once
/// Common parts of the rules of the pass `decompose`. A rule returns the value that replaces the result of a node.
/// Where a rule does not apply, it returns ir::kNone and has added no nodes.
#include "base/machine.h"
#include "passes/analysis/node_facts.h"
#include "passes/rewrite.h"

namespace ag::passes {

/// The nodes that replace one node. Adding a node moves others, so that references to types end with it.
class Parts {
 public:
  /// `out` receives nodes of the block that precede the node. `constants` receives nodes for the start of the graph's
  /// body.
  /// `uses`: the number of uses of each value.
  Parts(ir::Graph& graph, const ir::Node& node, const detail::Machine& machine, const std::vector<int>& uses,
        std::vector<ir::NodeId>& out, std::vector<ir::NodeId>& constants)
      : graph_(graph), node_(node), machine_(machine), uses_(uses), out_(out), constants_(constants) {}

  const detail::Machine& machine() const { return machine_; }
  const ir::Graph& graph() const { return graph_; }
  /// True if the node is the only use of an operand.
  bool is_only_use(ir::ValueId operand) const {
    const auto at = static_cast<size_t>(operand);
    return at < uses_.size() && uses_[at] == 1;
  }
  const ir::Node& node() const { return node_; }
  const ir::TensorType& type(size_t operand) const { return graph_.value(node_.operands[operand]).type; }
  /// Returns the value of an operand that is a constant, or null.
  const Tensor* constant(size_t operand) const { return constant_of(graph_, node_.operands[operand]); }
  const ir::TensorType& result() const { return graph_.value(node_.results[0]).type; }

  ir::ValueId add(ops::Op op, std::vector<ir::ValueId> operands, ir::Attributes attributes, ir::TensorType type) {
    const ir::NodeId made =
        make_node(graph_, node_.block, op, std::move(operands), std::move(attributes), std::move(type), node_.location);
    out_.push_back(made);
    return graph_.node(made).results[0];
  }

  /// Adds a node with several results.
  std::vector<ir::ValueId> add(ops::Op op, std::vector<ir::ValueId> operands, ir::Attributes attributes,
                               std::vector<ir::TensorType> types) {
    out_.push_back(make_node(graph_, node_.block, op, std::move(operands), std::move(attributes), std::move(types),
                             node_.location));
    return graph_.node(out_.back()).results;
  }

  /// Adds a copy of another node with these operands.
  ir::ValueId add_copy(const ir::Node& of, std::vector<ir::ValueId> operands, ir::TensorType type) {
    out_.push_back(make_copy(graph_, node_.block, of, std::move(operands), std::move(type)));
    return graph_.node(out_.back()).results[0];
  }

  /// Adds a constant.
  ir::ValueId known(const Tensor& value) {
    constants_.push_back(make_node(graph_, graph_.body(), ops::Op::constant, {}, {value},
                                   {value.dtype(), value.impl()->shape}, node_.location));
    return graph_.node(constants_.back()).results[0];
  }

 private:
  ir::Graph& graph_;
  const ir::Node node_;  // a copy, because adding nodes moves those of the graph
  const detail::Machine& machine_;
  const std::vector<int>& uses_;
  std::vector<ir::NodeId>& out_;
  std::vector<ir::NodeId>& constants_;
};

/// Decomposes softmax, log_softmax and logsumexp.
ir::ValueId decompose_powers(Parts& parts);
/// Decomposes pow.
ir::ValueId decompose_pow(Parts& parts);
/// Decomposes max_pool2d and avg_pool2d.
ir::ValueId decompose_pool(Parts& parts);
/// Decompose pad, repeat and tile.
ir::ValueId decompose_pad(Parts& parts);
ir::ValueId decompose_repeat(Parts& parts);
ir::ValueId decompose_tile(Parts& parts);
/// Decomposes max, min, all and any of several axes.
ir::ValueId decompose_extrema(Parts& parts);
/// Decompose arange and full of a computed length.
ir::ValueId decompose_arange(Parts& parts);
ir::ValueId decompose_full(Parts& parts);
/// Decomposes an index of a sort or argsort.
ir::ValueId decompose_first_of_sort(Parts& parts);
/// Decomposes mask_update.
ir::ValueId decompose_mask_update(Parts& parts);
/// Decomposes matmul.
ir::ValueId decompose_matmul(Parts& parts);

}  // namespace ag::passes
