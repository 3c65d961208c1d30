/// Operations as what they are made of, so that native code makes loops of them that what stands around them joins.
///
/// Normalised exponentials: the greatest element, powers of differences to it, and their sum. What several of the same
/// array share is computed once: softmax and logsumexp of logits, in a loss and in its gradient. No bit changes, as the
/// kernels of these operations take the same steps in the same order (ops/softmax.cpp, ops/reduction.cpp). Half types,
/// which kernels compute in float32, stay.
///
/// A matrix times a matrix of one column: one times a vector, in the order that the sizes say (kernel/matmul.h).
///
/// Nothing can fail, as all shapes are known.
#include <algorithm>
#include <numeric>

#include "kernel/matmul.h"
#include "passes/passes.h"
#include "passes/rewrite.h"

namespace ag::passes {

namespace {

using ir::ValueId;
using ops::Op;

class Decomposer {
 public:
  explicit Decomposer(ir::Graph& graph) : graph_(graph), rewriter_(graph) {}

  bool run() {
    return rewriter_.walk_all([&](ir::NodeId id, ir::BlockId, std::vector<ir::NodeId>& out) {
      const bool column = is_product_with_column(graph_.node(id));
      if (!column && !is_made_of_others(graph_.node(id))) return false;
      Parts parts(graph_, graph_.node(id), out);
      rewriter_.replace(graph_.node(id).results[0], column ? parts.product() : parts.result());
      discard(graph_, id);
      return true;
    });
  }

 private:
  bool is_made_of_others(const ir::Node& node) const {
    if (!is(node, Op::softmax) && !is(node, Op::log_softmax) && !is(node, Op::logsumexp)) return false;
    const ir::TensorType& type = graph_.value(node.operands[0]).type;
    return (type.dtype == DType::float32 || type.dtype == DType::float64) && type.shape.known() &&
           type.shape.size() > 0 && type.shape.element_count() > 0;
  }

  /// Shorter ones are written out as they are.
  bool is_product_with_column(const ir::Node& node) const {
    if (!is(node, Op::matmul)) return false;
    const Shape &a = graph_.value(node.operands[0]).type.shape, &b = graph_.value(node.operands[1]).type.shape;
    return a.known() && b.known() && a.size() == 2 && b.size() == 2 && b[1] == 1 &&
           kernel::order_of(a[0], 1, a[1]) == kernel::Order::Row;
  }

  /// The nodes that one of them becomes.
  class Parts {
   public:
    Parts(ir::Graph& graph, const ir::Node& node, std::vector<ir::NodeId>& out)
        : graph_(graph), node_(node), of_(graph.value(node.operands[0]).type), out_(out) {}

    ValueId product() {
      const std::vector<int64_t> last{1};
      ir::TensorType column = graph_.value(node_.operands[1]).type, vector = graph_.value(node_.results[0]).type;
      const ir::TensorType result = vector;
      column.shape = Shape{column.shape[0]}, vector.shape = Shape{vector.shape[0]};
      const ValueId b = add(Op::squeeze, {node_.operands[1]}, {last}, column);
      return add(Op::expand_dims, {add(Op::matmul, {node_.operands[0], b}, {}, vector)}, {int64_t{1}}, result);
    }

    ValueId result() {
      const std::vector<int64_t> axes = axes_of(node_);
      ir::TensorType kept = of_;
      for (int64_t axis : axes) kept.shape[static_cast<size_t>(axis)] = 1;
      const ir::Attributes reduction{axes, true};
      const ValueId x = node_.operands[0];
      const ValueId greatest = add(Op::max, {x}, reduction, kept), below = add(Op::subtract, {x, greatest}, {}, of_),
                    powers = add(Op::exp, {below}, {}, of_), sum = add(Op::sum, {powers}, reduction, kept);
      if (is(node_, Op::softmax)) return add(Op::divide, {powers, sum}, {}, of_);
      const ValueId logarithm = add(Op::log, {sum}, {}, kept);
      if (is(node_, Op::log_softmax)) return add(Op::subtract, {below, logarithm}, {}, of_);
      // An infinite one is the result, where differences to it would say nothing.
      ir::TensorType truth = kept;
      truth.dtype = DType::boolean;
      const ValueId found =
          add(Op::where,
              {add(Op::isfinite, {greatest}, {}, truth), add(Op::add, {logarithm, greatest}, {}, kept), greatest}, {},
              kept);
      if (std::get<bool>(node_.attributes[1])) return found;
      return add(Op::squeeze, {found}, {axes}, graph_.value(node_.results[0]).type);
    }

   private:
    /// Counted from the front, in order, and all of them by name.
    std::vector<int64_t> axes_of(const ir::Node& node) const {
      const auto rank = static_cast<int64_t>(of_.shape.size());
      std::vector<int64_t> axes;
      if (is(node, Op::logsumexp)) {
        axes = std::get<std::vector<int64_t>>(node.attributes[0]);
      } else {
        axes = {std::get<int64_t>(node.attributes[0])};
      }
      if (axes.empty()) {
        axes.resize(of_.shape.size());
        std::iota(axes.begin(), axes.end(), int64_t{0});
      }
      for (int64_t& axis : axes) axis += axis < 0 ? rank : 0;
      std::ranges::sort(axes);
      return axes;
    }

    ValueId add(Op op, std::vector<ValueId> operands, ir::Attributes attributes, const ir::TensorType& type) {
      const ir::NodeId made =
          make_node(graph_, block_, op, std::move(operands), std::move(attributes), type, location_);
      out_.push_back(made);
      return graph_.node(made).results[0];
    }

    ir::Graph& graph_;
    const ir::Node node_;  // a copy, as new nodes move those of the graph
    const ir::BlockId block_ = node_.block;
    const SourceLocation location_ = node_.location;
    const ir::TensorType of_;
    std::vector<ir::NodeId>& out_;
  };

  ir::Graph& graph_;
  Rewriter rewriter_;
};

}  // namespace

bool decompose(ir::Graph& graph) { return Decomposer(graph).run(); }

}  // namespace ag::passes
