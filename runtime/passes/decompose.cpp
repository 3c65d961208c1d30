/// Operations as what they are made of, so that native code makes loops of them that what stands around them joins.
///
/// Normalised exponentials: the greatest element, powers of differences to it, and their sum. What several of the same
/// array share is computed once: softmax and logsumexp of logits, in a loss and in its gradient. No bit changes, as the
/// kernels of these operations take the same steps in the same order (ops/softmax.cpp, ops/reduction.cpp). Half types,
/// which kernels compute in float32, stay.
///
/// Pools of small windows that lie in the images: a slice for each place in a window, and what their elements give, in
/// the order of the kernels (ops/pool.cpp).
///
/// Elements that a mask names, replaced by a value that is the same for all of them: a choice, element by element.
///
/// A matrix times a matrix of one column: one times a vector, in the order that the sizes say (kernel/matmul.h).
///
/// Nothing can fail, as all shapes are known.
#include <algorithm>
#include <numeric>

#include "kernel/index_spec.h"
#include "kernel/matmul.h"
#include "kernel/window.h"
#include "passes/passes.h"
#include "passes/rewrite.h"

namespace ag::passes {

namespace {

using ir::ValueId;
using ops::Op;

/// Loops of larger windows would take long to compile.
constexpr int64_t kMostTaps = 16;

/// Rows and columns of the images of a pool, with their windows. Its shapes are known.
std::array<kernel::WindowAxis, 2> axes_of_pool(const ir::Node& node, const Shape& image) {
  const auto numbers = [&](size_t at) { return std::get<std::vector<int64_t>>(node.attributes[at]); };
  const std::vector<int64_t> window = numbers(0), strides = numbers(1), padding = numbers(3);
  std::array<kernel::WindowAxis, 2> axes;
  for (size_t k = 0; k < 2; ++k) {
    axes[k] = {image[k + 1], window[k], strides[k], 1, padding[2 * k], padding[2 * k + 1]};
    if (std::get<bool>(node.attributes[2]))
      axes[k].pad_to_same();
    else
      axes[k].count_windows();
  }
  return axes;
}

/// The axis of x where those of a mask begin.
size_t first_masked(const ir::Node& update, const Shape& x) {
  const auto axis = std::get<int64_t>(update.attributes[0]);
  return static_cast<size_t>(axis < 0 ? axis + x.rank() : axis);
}

class Decomposer {
 public:
  explicit Decomposer(ir::Graph& graph) : graph_(graph), rewriter_(graph) {}

  bool run() {
    std::vector<ir::NodeId> constants;
    const bool changed = rewriter_.walk_all([&](ir::NodeId id, ir::BlockId, std::vector<ir::NodeId>& out) {
      const ir::Node& node = graph_.node(id);
      const bool powers = is_made_of_powers(node), column = is_product_with_column(node);
      const bool choice = !powers && !column && is_choice(node);
      if (!powers && !column && !choice && !is_pool_of_slices(node)) return false;
      Parts parts(graph_, node, out, constants);
      const ValueId made = powers   ? parts.of_powers()
                           : column ? parts.product()
                           : choice ? parts.choice()
                                    : parts.pool();
      rewriter_.replace(graph_.node(id).results[0], made);
      discard(graph_, id);
      return true;
    });
    put_first(graph_, constants);
    return changed;
  }

 private:
  const Shape& shape(ValueId value) const { return graph_.value(value).type.shape; }

  bool is_made_of_powers(const ir::Node& node) const {
    if (!is(node, Op::softmax) && !is(node, Op::log_softmax) && !is(node, Op::logsumexp)) return false;
    const ir::TensorType& type = graph_.value(node.operands[0]).type;
    return (type.dtype == DType::float32 || type.dtype == DType::float64) && type.shape.known() &&
           type.shape.size() > 0 && type.shape.element_count() > 0;
  }

  /// Where the value has the axes behind those of the mask only, or less. (All dimensions are known: of others a choice
  /// would repeat x where it does not fit the mask.)
  bool is_choice(const ir::Node& node) const {
    if (!is(node, Op::mask_update)) return false;
    const Shape &x = shape(node.operands[0]), &mask = shape(node.operands[1]), &value = shape(node.operands[2]);
    if (!x.known() || !mask.known() || !value.known()) return false;
    const size_t inner = x.size() - mask.size() - first_masked(node, x);
    return value.size() <= inner || (value.size() == inner + 1 && value[0] == 1);
  }

  bool is_pool_of_slices(const ir::Node& node) const {
    if (!is(node, Op::max_pool2d) && !is(node, Op::avg_pool2d)) return false;
    const ir::TensorType &from = graph_.value(node.operands[0]).type, &to = graph_.value(node.results[0]).type;
    const bool computed_wider = is(node, Op::avg_pool2d) && item_size(to.dtype) < item_size(DType::float32);
    if (!from.shape.known() || !to.shape.known() || to.shape.element_count() == 0 || computed_wider) return false;
    const auto [rows, columns] = axes_of_pool(node, from.shape);
    const bool inside = rows.before + rows.after + columns.before + columns.after == 0;
    return inside && rows.taps * columns.taps <= kMostTaps;
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
    Parts(ir::Graph& graph, const ir::Node& node, std::vector<ir::NodeId>& out, std::vector<ir::NodeId>& constants)
        : graph_(graph), node_(node), of_(graph.value(node.operands[0]).type), out_(out), constants_(constants) {}

    ValueId product() {
      const std::vector<int64_t> last{1};
      ir::TensorType column = graph_.value(node_.operands[1]).type, vector = graph_.value(node_.results[0]).type;
      const ir::TensorType result = vector;
      column.shape = Shape{column.shape[0]}, vector.shape = Shape{vector.shape[0]};
      const ValueId b = add(Op::squeeze, {node_.operands[1]}, {last}, column);
      return add(Op::expand_dims, {add(Op::matmul, {node_.operands[0], b}, {}, vector)}, {int64_t{1}}, result);
    }

    ValueId choice() {
      const Shape mask = graph_.value(node_.operands[1]).type.shape;
      const size_t inner = of_.shape.size() - mask.size() - first_masked(node_, of_.shape);
      ir::TensorType truth{DType::boolean, mask};
      ValueId condition = node_.operands[1];
      for (size_t k = 0; k < inner; ++k) {
        truth.shape.push_back(1);
        condition = add(Op::expand_dims, {condition}, {int64_t{-1}}, truth);
      }
      return add(Op::where, {condition, node_.operands[2], node_.operands[0]}, {}, of_);
    }

    ValueId pool() {
      const ir::TensorType result = graph_.value(node_.results[0]).type;
      const auto [rows, columns] = axes_of_pool(node_, of_.shape);
      const bool mean = is(node_, Op::avg_pool2d);
      ValueId all = ir::kNone;
      for (int64_t r = 0; r < rows.taps; ++r) {
        for (int64_t s = 0; s < columns.taps; ++s) {
          const kernel::IndexItems items{kernel::kWholeAxis, places(rows, r), places(columns, s)};
          const ValueId slice = add(Op::index, {node_.operands[0]}, kernel::encode(items), result);
          all = all == ir::kNone ? slice : add(mean ? Op::add : Op::maximum, {all, slice}, {}, result);
        }
      }
      if (!mean) return all;
      return add(Op::divide, {all, number(rows.taps * columns.taps, result.dtype)}, {}, result);
    }

    ValueId of_powers() {
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
    /// Where a tap of all windows is.
    static kernel::IndexItem places(const kernel::WindowAxis& axis, int64_t tap) {
      kernel::IndexItem slice = kernel::kWholeAxis;
      slice.start_is = slice.stop_is = kernel::IndexItem::Bound::Number;
      slice.start = axis.place(0, tap);
      slice.stop = axis.place(axis.count - 1, tap) + 1;
      slice.step = axis.stride;
      return slice;
    }

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

    ValueId number(int64_t value, DType dtype) {
      const Tensor scalar = detail::scalar_tensor(detail::scalar_of(value), dtype);
      constants_.push_back(make_node(graph_, graph_.body(), Op::constant, {}, {scalar}, {dtype, Shape{}}, location_));
      return graph_.node(constants_.back()).results[0];
    }

    ir::Graph& graph_;
    const ir::Node node_;  // a copy, as new nodes move those of the graph
    const ir::BlockId block_ = node_.block;
    const SourceLocation location_ = node_.location;
    const ir::TensorType of_;
    std::vector<ir::NodeId>& out_;
    std::vector<ir::NodeId>& constants_;
  };

  ir::Graph& graph_;
  Rewriter rewriter_;
};

}  // namespace

bool decompose(ir::Graph& graph) { return Decomposer(graph).run(); }

}  // namespace ag::passes
