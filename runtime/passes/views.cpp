/// Chains of views and of casts: what is undone by the next one is left out, and two of a kind become one.
///
/// Only where every shape is known, so that no error of a shape that does not fit is lost. Casts are exact for the
/// reasons given at each rule.
#include <algorithm>

#include "passes/passes.h"
#include "passes/rewrite.h"

namespace ag::passes {

namespace {

using ops::Op;
using Ints = std::vector<int64_t>;

/// How many bits of an integer a dtype holds exactly.
int exact_bits(DType dtype) {
  switch (dtype) {
    case DType::boolean:
      return 1;
    case DType::bfloat16:
      return 8;
    case DType::float16:
      return 11;
    case DType::float32:
      return 24;
    case DType::float64:
      return 53;
    default:
      return static_cast<int>(item_size(dtype)) * 8 - (category(dtype) == Category::Signed ? 1 : 0);
  }
}

/// Whether every value of `from` is a value of `to`.
bool holds(DType to, DType from) {
  if (from == to || from == DType::boolean) return true;
  if (to == DType::boolean) return false;
  if (is_floating(from)) return to == DType::float64 || (to == DType::float32 && from != DType::float64);
  // A negative number needs a sign; the least integer is a power of two, which every wider dtype holds.
  const bool sign_fits = category(from) != Category::Signed || category(to) != Category::Unsigned;
  return sign_fits && exact_bits(from) <= exact_bits(to);
}

/// Whether from -> middle -> to gives what from -> to gives, where `middle` holds `from`. The middle value is the same
/// number, so what is left to compare is the last conversion: to `from` itself it gives the number back; between
/// integers it cuts off high bits, whatever the width; to a floating-point number it rounds once. From a floating-point
/// number to an integer that may not hold it nothing is said.
bool same_conversion(DType from, DType middle, DType to) {
  if (from == to) return true;
  if (is_floating(middle)) return is_floating(from) && (is_floating(to) || to == DType::boolean);
  return true;
}

class Simplifier {
 public:
  explicit Simplifier(ir::Graph& graph) : graph_(graph), rewriter_(graph) {}

  bool run() {
    walk(graph_.body());
    return rewriter_.changed();
  }

 private:
  void walk(ir::BlockId block) {
    rewriter_.walk(block, [&](ir::NodeId id, std::vector<ir::NodeId>& out) {
      const ir::ValueId same = find_equal(id);
      if (same != ir::kNone && rewriter_.may_replace(graph_.node(id).results[0], same)) {
        rewriter_.replace(graph_.node(id).results[0], same);
        discard(graph_, id);
        return;
      }
      out.push_back(id);
      for (ir::BlockId inner : std::vector(graph_.node(id).blocks)) walk(inner);
    });
  }

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

  /// A value that equals the result; or kNone, and the node may read an earlier value now.
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

  /// One operand (no extents that are computed), whose shape is known.
  bool is_plain(const ir::Node& node) const { return node.operands.size() == 1 && shape(node.operands[0]).known(); }

  /// The axes of an attribute, counted from the front, in order.
  Ints front(const ir::Node& node) const {
    Ints axes = std::get<Ints>(node.attributes[0]);
    for (int64_t& axis : axes) axis += axis < 0 ? shape(node.operands[0]).rank() : 0;
    std::ranges::sort(axes);
    return axes;
  }

  /// Whether the elements are those of the operand, in the same row-major order.
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
    // A weak operand gives a result that is not weak: what reads the base instead has to have the same result.
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

bool simplify_views(ir::Graph& graph) { return Simplifier(graph).run(); }

}  // namespace ag::passes
