/// Sinks views and casts toward later ones of their kind. Elementwise operations between two views compute their
/// elements in the order before the first view. The two views then become one or none: the transpose of exp of a
/// transpose is exp. A cast before views moves after them if another cast follows.
///
/// Applies if every shape is known, so that no shape error is lost. The values between must have no other use, because
/// they would be computed twice.
///
/// Programs that profit: elementwise code between changes of layout, such as activations between transposes,
/// transformations of a reversed sequence, and reduced-precision casts around reshapes.
#include <algorithm>
#include <optional>

#include "passes/analysis/casts.h"
#include "passes/analysis/node_facts.h"
#include "passes/passes.h"
#include "passes/rewrite.h"

namespace ag::passes {

namespace {

using ir::ValueId;
using ops::Op;
using Ints = std::vector<int64_t>;

constexpr size_t kMaxNodesBetween = 16;  // between two views

class Sinker {
 public:
  explicit Sinker(ir::Graph& graph) : graph_(graph), rewriter_(graph), uses_(count_uses(graph)) {}

  bool run() {
    return rewriter_.walk_all([&](ir::NodeId id, ir::BlockId block, std::vector<ir::NodeId>&) {
      const ValueId same = is(graph_.node(id), Op::astype) ? sink_cast(id, block) : sink_view(id, block);
      if (same == ir::kNone) return false;
      uses(same) += uses(graph_.node(id).results[0]) - 1;
      rewriter_.replace(graph_.node(id).results[0], same);
      discard(graph_, id);
      return true;
    });
  }

 private:
  enum class Kind { Order, Permutation, Reversal };
  /// A view of `base`: in the same row-major order, or permuted or reversed by `axes`.
  struct View {
    Kind kind;
    ValueId base;
    Ints axes;
  };

  const ir::TensorType& type(ValueId value) const { return graph_.value(value).type; }
  int& uses(ValueId value) { return uses_[static_cast<size_t>(value)]; }
  int uses(ValueId value) const { return uses_[static_cast<size_t>(value)]; }
  const Shape& shape(ValueId value) const { return type(value).shape; }
  bool is_known(ValueId value) const { return shape(value).known() && !type(value).weak; }
  /// True if a value is of this block and has a single use.
  bool is_between(ValueId value, ir::BlockId block) const {
    return graph_.value(value).block == block && uses(value) == 1;
  }

  std::optional<View> view(ir::NodeId id) const {
    if (id == ir::kNone) return {};
    const ir::Node& node = graph_.node(id);
    const bool order = is(node, Op::reshape) || is(node, Op::expand_dims) || is(node, Op::squeeze);
    const bool permutes = is(node, Op::permute_dims);
    if (!order && !permutes && !is(node, Op::flip)) return {};
    if (node.operands.size() != 1 || !is_known(node.operands[0]) || !is_known(node.results[0])) return {};
    if (order) return View{Kind::Order, node.operands[0], {}};
    Ints axes = std::get<Ints>(node.attributes[0]);
    for (int64_t& axis : axes) axis += axis < 0 ? shape(node.operands[0]).rank() : 0;
    if (permutes) return View{Kind::Permutation, node.operands[0], std::move(axes)};
    std::ranges::sort(axes);
    return View{Kind::Reversal, node.operands[0], std::move(axes)};
  }

  /// The elementwise nodes before a view, down to equal views of its kind.
  struct Between {
    ir::BlockId block;
    Shape shape;  // of all arrays of the region
    Kind kind;
    std::vector<ir::NodeId> nodes = {};  // in order
    std::vector<ir::NodeId> views = {};
    std::optional<View> first = {};
  };

  bool collect(ValueId value, Between& between) const {
    if (shape(value).ranked() && shape(value).empty()) return true;
    if (!is_known(value) || shape(value) != between.shape) return false;
    const ir::NodeId id = graph_.value(value).producer;
    if (std::optional<View> found = view(id); found && found->kind == between.kind) {
      if (!between.first) between.first = found;
      between.views.push_back(id);
      return found->axes == between.first->axes && shape(found->base) == shape(between.first->base);
    }
    if (id == ir::kNone || !is_between(value, between.block) || between.nodes.size() == kMaxNodesBetween) return false;
    const ir::Node& node = graph_.node(id);
    if (node.results.size() != 1 || (!node.op->has(ir::kElementwise) && !is(node, Op::astype))) return false;
    if (!std::ranges::all_of(node.operands, [&](ValueId operand) { return collect(operand, between); })) return false;
    between.nodes.push_back(id);
    return true;
  }

  /// Returns a value that equals the result, or kNone. The node may then view another value.
  ValueId sink_view(ir::NodeId id, ir::BlockId block) {
    const std::optional<View> last = view(id);
    if (!last || shape(last->base).empty()) return ir::kNone;
    Between between{block, shape(last->base), last->kind};
    if (!collect(last->base, between) || between.nodes.empty() || !between.first) return ir::kNone;
    const Shape out = shape(graph_.node(id).results[0]), base = shape(between.first->base);
    Ints axes = last->axes;
    bool nothing = false;
    if (last->kind == Kind::Order) {
      nothing = out == base;
    } else if (last->kind == Kind::Permutation) {
      for (int64_t& axis : axes) axis = between.first->axes[static_cast<size_t>(axis)];
      nothing = std::ranges::is_sorted(axes);
    } else {
      nothing = axes == between.first->axes;
      if (!nothing) return ir::kNone;
    }
    // Merging two views pays only if the first view disappears.
    const auto is_gone = [&](ir::NodeId one) { return uses(graph_.node(one).results[0]) == 1; };
    if (!nothing && !std::ranges::all_of(between.views, is_gone)) return ir::kNone;
    move_below(between, base);
    if (nothing) return last->base;
    if (last->kind == Kind::Order) {
      graph_.node(id).op = &ops::def(Op::reshape);
      graph_.node(id).attributes = {out};
    } else {
      graph_.node(id).attributes[0] = std::move(axes);
    }
    return ir::kNone;
  }

  /// Makes the nodes between compute with the bases of the views.
  void move_below(const Between& between, const Shape& base) {
    for (ir::NodeId id : between.nodes) {
      for (ValueId& operand : graph_.node(id).operands) {
        const ir::NodeId producer = graph_.value(operand).producer;
        if (!std::ranges::count(between.views, producer)) continue;
        --uses(operand);
        operand = graph_.node(producer).operands[0];
        ++uses(operand);
      }
      graph_.value(graph_.node(id).results[0]).type.shape = base;
    }
    rewriter_.note_change();
  }

  /// The same for a cast of views of a cast.
  ValueId sink_cast(ir::NodeId id, ir::BlockId block) {
    std::vector<ir::NodeId> views;
    const ir::Node* first = nullptr;
    for (ValueId at = graph_.node(id).operands[0]; !first;) {
      const ir::NodeId producer = graph_.value(at).producer;
      if (producer == ir::kNone || type(at).weak) return ir::kNone;
      const ir::Node& node = graph_.node(producer);
      if (is(node, Op::astype)) {
        first = &node;
        break;
      }
      const bool spreads = is(node, Op::broadcast_to) && node.operands.size() == 1;
      if ((!spreads && !view(producer)) || !is_between(at, block)) return ir::kNone;
      views.push_back(producer);
      at = node.operands[0];
    }
    const ValueId base = first->operands[0];
    const DType from = type(base).dtype, middle = type(first->results[0]).dtype;
    const DType to = std::get<DType>(graph_.node(id).attributes[0]);
    if (views.empty() || type(base).weak || !holds(middle, from) || !same_conversion(from, middle, to))
      return ir::kNone;
    --uses(first->results[0]);
    ++uses(base);
    graph_.node(views.back()).operands[0] = base;
    for (ir::NodeId one : views) graph_.value(graph_.node(one).results[0]).type.dtype = from;
    rewriter_.note_change();
    return from == to ? graph_.node(id).operands[0] : ir::kNone;
  }

  ir::Graph& graph_;
  Rewriter rewriter_;
  std::vector<int> uses_;
};

}  // namespace

bool sink_views(ir::Graph& graph) { return Sinker(graph).run(); }

}  // namespace ag::passes
