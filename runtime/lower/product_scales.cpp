#include "lower/product_scales.h"

#include <algorithm>
#include <vector>

namespace ag::codegen {

namespace {

class ScaleMover {
 public:
  explicit ScaleMover(ir::Graph& graph) : graph_(graph), uses_(graph.value_count()) {
    const auto use = [&](ir::ValueId value) { ++uses_[static_cast<size_t>(value)]; };
    for (size_t id = 0; id < graph.node_count(); ++id) {
      const ir::Node& node = graph.node(static_cast<ir::NodeId>(id));
      if (node.block != ir::kNone) std::ranges::for_each(node.operands, use);
    }
    for (size_t id = 0; id < graph.block_count(); ++id)
      std::ranges::for_each(graph.block(static_cast<ir::BlockId>(id)).results, use);
  }

  void run() {
    for (size_t id = 0; id < graph_.node_count(); ++id) {
      const auto product = static_cast<ir::NodeId>(id);
      if (!is_product(product)) continue;
      for (const size_t operand : {0, 1}) move(product, operand);
    }
  }

 private:
  const ir::TensorType& type(ir::ValueId value) const { return graph_.value(value).type; }

  bool is_product(ir::NodeId id) const {
    const ir::Node& node = graph_.node(id);
    if (node.block == ir::kNone || !is(node, ir::OpKind::Matmul)) return false;
    const DType dtype = type(node.results[0]).dtype;
    return is_floating(dtype) && type(node.results[0]).shape.known() &&
           std::ranges::all_of(node.operands, [&](ir::ValueId operand) {
             return type(operand).dtype == dtype && type(operand).shape.known();
           });
  }

  /// Returns the node that computes a value in the block of `user`, if the value has no other use; otherwise kNone.
  ir::NodeId only_producer(ir::ValueId value, ir::NodeId user) const {
    const ir::NodeId producer = graph_.value(value).producer;
    if (producer == ir::kNone || uses_[static_cast<size_t>(value)] != 1) return ir::kNone;
    return graph_.node(producer).block == graph_.node(user).block ? producer : ir::kNone;
  }

  /// Returns the operand of a scale that is an array, or 2 if the node scales no array by a number.
  size_t scaled_operand(const ir::Node& node) const {
    const auto is_number = [&](size_t k) { return type(node.operands[k]).shape.empty(); };
    if (is(node, ir::OpKind::Multiply) && is_number(0)) return 1;
    const bool scales = is(node, ir::OpKind::Multiply) || is(node, ir::OpKind::Divide);
    return scales && is_number(1) ? 0 : 2;
  }

  void move(ir::NodeId product, size_t operand) {
    const ir::ValueId factor = graph_.node(product).operands[operand], result = graph_.node(product).results[0];
    if (type(result).shape.element_count() >= type(factor).shape.element_count()) return;
    ir::NodeId user = product, scale = only_producer(factor, product);
    size_t place = operand;
    if (scale != ir::kNone && graph_.node(scale).op->has(ir::kView) && graph_.node(scale).operands.size() == 1) {
      user = scale, place = 0;
      scale = only_producer(graph_.node(user).operands[0], user);
    }
    if (scale == ir::kNone) return;
    const size_t array = scaled_operand(graph_.node(scale));
    if (array == 2 || type(graph_.node(scale).operands[array]).dtype != type(factor).dtype) return;
    graph_.node(user).operands[place] = graph_.node(scale).operands[array];
    const ir::ValueId scaled = graph_.node(scale).results[0];
    graph_.replace_uses(result, scaled);
    graph_.node(scale).operands[array] = result;
    graph_.value(scaled).type = type(result);
    uses_[static_cast<size_t>(scaled)] = uses_[static_cast<size_t>(result)];
    uses_[static_cast<size_t>(result)] = 1;
    std::vector<ir::NodeId>& nodes = graph_.block(graph_.node(product).block).nodes;
    std::erase(nodes, scale);
    nodes.insert(std::ranges::find(nodes, product) + 1, scale);
  }

  ir::Graph& graph_;
  std::vector<int> uses_;
};

}  // namespace

void move_scales_behind_products(ir::Graph& graph) { ScaleMover(graph).run(); }

}  // namespace ag::codegen
