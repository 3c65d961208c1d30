/// Algebraic simplification: replaces a node by the simpler equivalent that a rule of rules.h names.
///
/// No rule drops an operand whose computation may fail. A rule that matches an inner node leaves that node in place for
/// its other uses.
///
/// Programs that profit: code that combines generic parts, such as gradients with factors of one and double negations,
/// sums that begin with a neutral element, and negated comparisons of converted loops.
#include <algorithm>
#include <cstring>

#include "passes/analysis/node_facts.h"
#include "passes/passes.h"
#include "passes/rewrite.h"
#include "passes/rules.h"
#include "tensor/convert.h"

namespace ag::passes {

namespace {

using ops::Op;

/// True if each element of a known operand has the bits of `number` in its dtype.
bool is_all(const detail::TensorImpl& impl, double number) {
  std::byte wanted[8] = {};
  const size_t item = item_size(impl.dtype);
  detail::store_scalar(
      wanted, impl.dtype,
      is_floating(impl.dtype) ? detail::scalar_of(number) : detail::scalar_of(static_cast<int64_t>(number)));
  if (!detail::is_contiguous(impl)) return false;
  constexpr int64_t kMax = 64;  // elements compared; longer arrays are rarely uniform
  const int64_t count = impl.shape.element_count();
  if (count == 0 || count > kMax) return false;
  for (size_t k = 0; k < static_cast<size_t>(count); ++k) {
    if (std::memcmp(impl.data() + k * item, wanted, item) != 0) return false;
  }
  return true;
}

class AlgebraSimplifier {
 public:
  explicit AlgebraSimplifier(ir::Graph& graph) : graph_(graph), rewriter_(graph), uses_(count_uses(graph)) {}

  bool run() {
    return rewriter_.walk_all([&](ir::NodeId id, ir::BlockId, std::vector<ir::NodeId>&) {
      const ir::Node& node = graph_.node(id);
      if (!node.op->has(ir::kElementwise)) return false;
      rewrite(id);
      const ir::ValueId same = find_equal(node);
      if (same == ir::kNone) return false;
      rewriter_.replace(node.results[0], same);
      discard(graph_, id);
      return true;
    });
  }

 private:
  uint8_t types(ir::ValueId value) const { return types_of(graph_.value(value).type.dtype); }
  bool is_number(ir::ValueId value) const {
    return graph_.value(value).type.shape.ranked() && graph_.value(value).type.shape.empty();
  }
  /// Returns the node that computes a value, or null for the argument of a block.
  const ir::Node* producer(ir::ValueId value) const {
    const ir::NodeId id = graph_.value(value).producer;
    return id == ir::kNone ? nullptr : &graph_.node(id);
  }
  bool is_known(ir::ValueId value, double number) const {
    const Tensor* known = constant_of(graph_, value);
    return known && is_all(*known->impl(), number);
  }

  /// Returns an existing value that equals the result of the node, or kNone.
  ir::ValueId find_equal(const ir::Node& node) const {
    const ir::ValueId result = node.results[0];
    const auto fits = [&](ir::ValueId value) {
      // A value of unknown rank may have a lower rank than the operand that the rule drops.
      return graph_.value(value).type.shape.ranked() && rewriter_.may_replace(result, value);
    };
    if (is(node, Op::where)) return find_chosen(node, fits);
    if (node.operands.size() == 1) {
      const ir::Node* inner = producer(node.operands[0]);
      for (const UnaryRule& rule : unary_rules()) {
        if (!is(node, rule.outer) || !inner || !is(*inner, rule.inner)) continue;
        const ir::ValueId equal = rule.result == Op::identity ? inner->operands[0]
                                  : rule.result == rule.inner ? node.operands[0]
                                                              : ir::kNone;
        if (equal != ir::kNone && (types(inner->operands[0]) & rule.types) && fits(equal)) return equal;
      }
    }
    if (node.operands.size() != 2) return ir::kNone;
    const ir::ValueId a = node.operands[0], b = node.operands[1];
    if (a == b && node.op->has(ir::kIdempotent) && fits(a)) return a;
    for (const NeutralRule& rule : neutral_rules()) {
      if (!is(node, rule.op) || !(types(a) & rule.types)) continue;
      if (is_known(b, rule.value) && fits(a)) return a;
      if (rule.side == Side::Both && is_known(a, rule.value) && fits(b)) return b;
    }
    for (const AbsorbingRule& rule : absorbing_rules()) {
      if (!is(node, rule.op) || !(types(a) & rule.types)) continue;
      if (is_known(b, rule.value) && fits(b) && is_surely_defined(graph_, a)) return b;
      if (is_known(a, rule.value) && fits(a) && is_surely_defined(graph_, b)) return a;
    }
    return ir::kNone;
  }

  template <class Fits>
  ir::ValueId find_chosen(const ir::Node& node, const Fits& fits) const {
    const ir::ValueId condition = node.operands[0], a = node.operands[1], b = node.operands[2];
    if (a == b && fits(a) && is_surely_defined(graph_, condition)) return a;
    if (is_known(condition, 1.0) && fits(a) && is_surely_defined(graph_, b)) return a;
    if (is_known(condition, 0.0) && fits(b) && is_surely_defined(graph_, a)) return b;
    return ir::kNone;
  }

  void become(ir::NodeId id, Op op, std::vector<ir::ValueId> operands) {
    graph_.node(id).op = &ops::def(op);
    graph_.node(id).operands = std::move(operands);
    rewriter_.note_change();
  }

  /// Applies the rules that change the operation and the operands of the node in place.
  void rewrite(ir::NodeId id) {
    const ir::Node& node = graph_.node(id);
    if (is(node, Op::where)) {
      const ir::Node* inner = producer(node.operands[0]);
      if (inner && is(*inner, Op::logical_not)) {
        become(id, Op::where, {inner->operands[0], node.operands[2], node.operands[1]});
      }
    } else if (node.operands.size() == 1) {
      rewrite_unary(id);
    } else if (node.operands.size() == 2) {
      rewrite_sign(id);
    }
  }

  void rewrite_unary(ir::NodeId id) {
    const ir::Node& node = graph_.node(id);
    const ir::Node* inner = producer(node.operands[0]);
    if (!inner) return;
    for (const UnaryRule& rule : unary_rules()) {
      if (rule.result != rule.outer || rule.inner == rule.outer || !is(node, rule.outer) || !is(*inner, rule.inner))
        continue;
      if (types(inner->operands[0]) & rule.types) return become(id, rule.result, inner->operands);
    }
    // A comparison with further uses is computed in any case, so an inverted copy of it would be additional work.
    if (!is(node, Op::logical_not) || uses_[static_cast<size_t>(node.operands[0])] != 1) return;
    for (const NotRule& rule : not_rules()) {
      if (is(*inner, rule.inner) && (types(inner->operands[0]) & rule.types))
        return become(id, rule.result, inner->operands);
    }
  }

  void rewrite_sign(ir::NodeId id) {
    const ir::Node& node = graph_.node(id);
    const ir::ValueId a = node.operands[0], b = node.operands[1];
    for (const SignRule& rule : sign_rules()) {
      if (!is(node, rule.outer) || !(types(a) & rule.types)) continue;
      const ir::Node *first = producer(a), *second = producer(b);
      if (second && is(*second, rule.inner)) return become(id, rule.result, {a, second->operands[0]});
      if (rule.side == Side::Both && first && is(*first, rule.inner))
        return become(id, rule.result, {b, first->operands[0]});
    }
  }

  ir::Graph& graph_;
  Rewriter rewriter_;
  std::vector<int> uses_;  // counted when the pass begins
};

}  // namespace

bool simplify_algebra(ir::Graph& graph) { return AlgebraSimplifier(graph).run(); }

}  // namespace ag::passes
