/// Simplifies chains of views and of casts: inverse views cancel, and two views of a kind become one.
///
/// Applies if every shape is known, so that no shape error is lost. Casts are merged where that is exact, for the
/// reasons in casts.cpp.
///
/// Programs that profit: code that changes layouts and dtypes back and forth, such as products of transposes in
/// gradients, reshapes between batches and vectors, and casts to a wider dtype and back.
#include <algorithm>

#include "passes/analysis/casts.h"
#include "passes/passes.h"
#include "passes/rewrite.h"

namespace ag::passes {

namespace {

using ops::Op;
using Ints = std::vector<int64_t>;

class ViewSimplifier {
 public:
  explicit ViewSimplifier(ir::Graph& graph) : graph_(graph), rewriter_(graph) {}

  bool run() {
    return rewriter_.walk_all([&](ir::NodeId id, ir::BlockId, std::vector<ir::NodeId>&) {
      const ir::ValueId same = find_equal(id);
      if (same == ir::kNone || !rewriter_.may_replace(graph_.node(id).results[0], same)) return false;
      rewriter_.replace(graph_.node(id).results[0], same);
      discard(graph_, id);
      return true;
    });
  }

 private:
  const Shape& shape(ir::ValueId value) const { return graph_.value(value).type.shape; }
  DType dtype(ir::ValueId value) const { return graph_.value(value).type.dtype; }
  const ir::Node* producer(ir::ValueId value) const {
    const ir::NodeId id = graph_.value(value).producer;
    return id == ir::kNone ? nullptr : &graph_.node(id);
  }

  void retarget(ir::NodeId id, ir::ValueId operand) {
    graph_.node(id).operands[0] = operand;
    rewriter_.note_change();
  }

  /// Returns a value that equals the result, or kNone. The node may then read an earlier value.
  ir::ValueId find_equal(ir::NodeId id) {
    const ir::Node& node = graph_.node(id);
    if (is(node, Op::identity)) return node.operands[0];
    if (node.operands.size() != 1 || node.results.size() != 1) return ir::kNone;
    const ir::Node* inner = producer(node.operands[0]);
    if (is(node, Op::astype)) return find_cast(id, inner);
    if (!shape(node.operands[0]).known() || !shape(node.results[0]).known()) return ir::kNone;
    if (keeps_order(node)) return find_reshaped(id);
    if (is(node, Op::permute_dims)) return find_permuted(id, inner);
    if (is(node, Op::broadcast_to)) {
      if (shape(node.operands[0]) == shape(node.results[0])) return node.operands[0];
      if (inner && is(*inner, Op::broadcast_to) && is_plain(*inner)) retarget(id, inner->operands[0]);
    }
    if (is(node, Op::flip) && inner && is(*inner, Op::flip) && is_plain(*inner) && front(node) == front(*inner))
      return inner->operands[0];
    return ir::kNone;
  }

  /// True if a node has one operand (no computed extents) of known shape.
  bool is_plain(const ir::Node& node) const { return node.operands.size() == 1 && shape(node.operands[0]).known(); }

  /// Returns the axes of an attribute, counted from the front and sorted.
  Ints front(const ir::Node& node) const {
    Ints axes = std::get<Ints>(node.attributes[0]);
    for (int64_t& axis : axes) axis += axis < 0 ? shape(node.operands[0]).rank() : 0;
    std::ranges::sort(axes);
    return axes;
  }

  /// True if the result has the elements of the operand in the same row-major order.
  static bool keeps_order(const ir::Node& node) {
    return is(node, Op::reshape) || is(node, Op::expand_dims) || is(node, Op::squeeze);
  }

  ir::ValueId find_reshaped(ir::NodeId id) {
    const ir::Node& node = graph_.node(id);
    ir::ValueId base = node.operands[0];
    for (;;) {
      if (shape(base) == shape(node.results[0])) return base;
      const ir::Node* inner = producer(base);
      if (!inner || !keeps_order(*inner) || !is_plain(*inner)) break;
      base = inner->operands[0];
    }
    // The result of a weak operand is not weak, so a node that reads the base instead must have the same result type.
    if (is(node, Op::reshape) && base != node.operands[0] &&
        graph_.value(base).type.weak == graph_.value(node.operands[0]).type.weak) {
      retarget(id, base);
    }
    return ir::kNone;
  }

  ir::ValueId find_permuted(ir::NodeId id, const ir::Node* inner) {
    const ir::Node& node = graph_.node(id);
    const int64_t rank = shape(node.operands[0]).rank();
    Ints axes = std::get<Ints>(node.attributes[0]);
    for (int64_t& axis : axes) axis += axis < 0 ? rank : 0;
    if (std::ranges::is_sorted(axes)) return node.operands[0];
    if (!inner || !is(*inner, Op::permute_dims) || !is_plain(*inner)) return ir::kNone;
    Ints first = std::get<Ints>(inner->attributes[0]);
    for (int64_t& axis : axes) {
      axis = first[static_cast<size_t>(axis)];
      axis += axis < 0 ? rank : 0;
    }
    const ir::ValueId base = inner->operands[0];
    if (std::ranges::is_sorted(axes)) return base;
    graph_.node(id).attributes[0] = std::move(axes);
    retarget(id, base);
    return ir::kNone;
  }

  ir::ValueId find_cast(ir::NodeId id, const ir::Node* inner) {
    const ir::Node& node = graph_.node(id);
    const ir::ValueId x = node.operands[0];
    const DType to = std::get<DType>(node.attributes[0]);
    if (dtype(x) == to) return x;
    if (!inner || !is(*inner, Op::astype)) return ir::kNone;
    const ir::ValueId base = inner->operands[0];
    const DType from = dtype(base);
    if (!holds(dtype(x), from) || !same_conversion(from, dtype(x), to)) return ir::kNone;
    if (from == to && !graph_.value(base).type.weak) return base;
    retarget(id, base);
    return ir::kNone;
  }

  ir::Graph& graph_;
  Rewriter rewriter_;
};

}  // namespace

bool simplify_views(ir::Graph& graph) { return ViewSimplifier(graph).run(); }

}  // namespace ag::passes
