#include "lower/product_order.h"

#include <algorithm>

namespace ag::codegen {

namespace {

/// The rows and columns of an operand. A vector is a row on the left and a column on the right.
struct Extents {
  int64_t rows, columns;
};

class Reorder {
 public:
  explicit Reorder(ir::Graph& graph) : graph_(graph), uses_(graph.value_count()) {
    for (size_t id = 0; id < graph.node_count(); ++id) {
      const ir::Node& node = graph.node(static_cast<ir::NodeId>(id));
      if (node.block == ir::kNone) continue;
      for (ir::ValueId operand : node.operands) ++uses_[static_cast<size_t>(operand)];
    }
    for (size_t id = 0; id < graph.block_count(); ++id) {
      for (ir::ValueId result : graph.block(static_cast<ir::BlockId>(id)).results) ++uses_[static_cast<size_t>(result)];
    }
  }

  void run() {
    for (size_t id = 0; id < graph_.node_count(); ++id) {
      // Each change saves multiplications, so the loop terminates.
      while (change(static_cast<ir::NodeId>(id))) {
      }
    }
  }

 private:
  bool is_product(ir::NodeId id) const {
    if (id == ir::kNone) return false;
    const ir::Node& node = graph_.node(id);
    if (node.block == ir::kNone || !is(node, ir::OpKind::Matmul)) return false;
    const DType dtype = type(node.results[0]).dtype;
    return is_floating(dtype) && std::ranges::all_of(node.operands, [&](ir::ValueId operand) {
             return type(operand).dtype == dtype && type(operand).shape.known() && type(operand).shape.size() <= 2;
           });
  }

  /// Returns the product that is the given operand, if it has no other use; otherwise kNone.
  ir::NodeId inner(const ir::Node& outer, size_t operand) const {
    const ir::ValueId value = outer.operands[operand];
    const ir::NodeId producer = graph_.value(value).producer;
    if (!is_product(producer) || uses_[static_cast<size_t>(value)] != 1) return ir::kNone;
    return graph_.node(producer).block == outer.block ? producer : ir::kNone;
  }

  bool change(ir::NodeId id) {
    if (!is_product(id)) return false;
    for (const size_t side : {0, 1}) {
      const ir::NodeId found = inner(graph_.node(id), side);
      if (found != ir::kNone && reorder(id, found, side)) return true;
    }
    return false;
  }

  /// `side`: the operand of the outer product that is the inner one.
  bool reorder(ir::NodeId outer_id, ir::NodeId inner_id, size_t side) {
    ir::Node &outer = graph_.node(outer_id), &inner = graph_.node(inner_id);
    const ir::ValueId other = outer.operands[1 - side];
    const std::vector<ir::ValueId> three = side == 0 ? std::vector{inner.operands[0], inner.operands[1], other}
                                                     : std::vector{other, inner.operands[0], inner.operands[1]};
    // A vector in the middle is a column for one product and a row for the other, so it cannot be reassociated.
    if (type(three[1]).shape.size() != 2) return false;
    const Extents a = extents(three[0], true), b = extents(three[1], false), c = extents(three[2], false);
    const int64_t left = a.rows * a.columns * b.columns + a.rows * b.columns * c.columns,
                  right = b.rows * b.columns * c.columns + a.rows * a.columns * c.columns;
    if (side == 0 ? right >= left : left >= right) return false;
    const ir::ValueId joined = inner.results[0];
    Shape shape;
    if (side == 0) {
      inner.operands = {three[1], three[2]};
      outer.operands = {three[0], joined};
      shape = {b.rows};
      if (type(three[2]).shape.size() == 2) shape.push_back(c.columns);
    } else {
      inner.operands = {three[0], three[1]};
      outer.operands = {joined, three[2]};
      if (type(three[0]).shape.size() == 2) shape.push_back(a.rows);
      shape.push_back(b.columns);
    }
    graph_.value(joined).type.shape = shape;
    // Its new operand may be defined after it, so the inner product moves next to the outer one.
    std::vector<ir::NodeId>& nodes = graph_.block(outer.block).nodes;
    std::erase(nodes, inner_id);
    nodes.insert(std::ranges::find(nodes, outer_id), inner_id);
    return true;
  }

  Extents extents(ir::ValueId value, bool left) const {
    const Shape& shape = type(value).shape;
    if (shape.size() == 2) return {shape[0], shape[1]};
    return left ? Extents{1, shape[0]} : Extents{shape[0], 1};
  }
  const ir::TensorType& type(ir::ValueId value) const { return graph_.value(value).type; }

  ir::Graph& graph_;
  std::vector<int> uses_;
};

}  // namespace

void reorder_products(ir::Graph& graph) { Reorder(graph).run(); }

}  // namespace ag::codegen
