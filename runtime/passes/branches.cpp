/// Simplifies branches. A branch with a known predicate is replaced by the arm that runs. A result is removed if all
/// arms agree on it, if it equals the predicate, or if it is unused. Each arm knows the value of the predicate.
///
/// The same arm runs before and after, so effects and errors do not change. A branch without results stays if its
/// predicate may fail.
///
/// Programs that profit: converted control flow, such as `break` and `return` flags of loops, switches on configuration
/// values, and nested tests of one condition.
#include <algorithm>

#include "passes/analysis/node_facts.h"
#include "passes/passes.h"
#include "passes/rewrite.h"
#include "tensor/convert.h"

namespace ag::passes {

namespace {

using ops::Op;

Tensor truth(bool value) { return detail::scalar_tensor(detail::scalar_of(value), DType::boolean); }

class BranchSimplifier {
 public:
  explicit BranchSimplifier(ir::Graph& graph) : graph_(graph), rewriter_(graph), uses_(count_uses(graph)) {}

  bool run() {
    walk(graph_.body());
    put_first(graph_, fresh_);
    return rewriter_.changed();
  }

 private:
  void walk(ir::BlockId block) {
    rewriter_.walk(block, [&](ir::NodeId id, std::vector<ir::NodeId>& out) { visit(id, block, out); });
  }

  void visit(ir::NodeId id, ir::BlockId block, std::vector<ir::NodeId>& out) {
    const bool is_cond = is(graph_.node(id), Op::cond);
    if (is_cond || is(graph_.node(id), Op::switch_case)) {
      if (is_cond) turn(id);
      if (inline_arm(id, block, out)) return;
      drop_unused(id);
      replace_agreed(id);
      if (is_cond) {
        replace_predicate(id, block, out);
        propagate_predicate(id);
      }
    }
    out.push_back(id);
    for (ir::BlockId inner : std::vector(graph_.node(id).blocks)) walk(inner);
  }

  const ir::Node* producer(ir::ValueId value) const {
    const ir::NodeId id = graph_.value(value).producer;
    return id == ir::kNone ? nullptr : &graph_.node(id);
  }

  /// Rewrites cond(not p) as cond(p) with its arms swapped.
  void turn(ir::NodeId id) {
    const ir::Node* inner = producer(graph_.node(id).operands[0]);
    if (!inner || !is(*inner, Op::logical_not)) return;
    const ir::ValueId predicate = inner->operands[0];
    graph_.node(id).operands[0] = predicate;
    std::swap(graph_.node(id).blocks[0], graph_.node(id).blocks[1]);
    rewriter_.note_change();
  }

  /// Replaces a branch whose predicate is known by the nodes of the arm that runs. The next iteration of the pipeline
  /// visits these nodes.
  bool inline_arm(ir::NodeId id, ir::BlockId block, std::vector<ir::NodeId>& out) {
    const ir::Node& node = graph_.node(id);
    const Tensor* known = constant_of(graph_, node.operands[0]);
    if (!known) return false;
    const int64_t value = detail::read_scalar(*known->impl()).integer;
    const int64_t arm = is(node, Op::cond) ? (value ? 0 : 1) : value;
    if (arm < 0 || arm >= static_cast<int64_t>(node.blocks.size())) return false;
    const ir::BlockId chosen = node.blocks[static_cast<size_t>(arm)];
    for (size_t k = 0; k < node.results.size(); ++k) {
      const ir::ValueId yielded = rewriter_.resolve(graph_.block(chosen).results[k]);
      if (!rewriter_.may_replace(node.results[k], yielded)) return false;
    }
    const std::vector<ir::NodeId> nodes = std::move(graph_.block(chosen).nodes);
    graph_.block(chosen).nodes.clear();
    const std::vector<ir::ValueId> yielded = graph_.block(chosen).results, results = node.results;
    for (ir::NodeId inner : nodes) {
      move_node(graph_, inner, block);
      rewriter_.resolve_all(graph_.node(inner).operands);
      out.push_back(inner);
      for (ir::BlockId within : std::vector(graph_.node(inner).blocks)) walk(within);
    }
    for (size_t k = 0; k < results.size(); ++k) rewriter_.replace(results[k], yielded[k]);
    discard(graph_, id);
    rewriter_.note_change();
    return true;
  }

  void drop_result(ir::NodeId id, size_t k) {
    ir::Node& node = graph_.node(id);
    const auto at = static_cast<std::ptrdiff_t>(k);
    graph_.value(node.results[k]).block = ir::kNone;
    node.results.erase(node.results.begin() + at);
    for (ir::BlockId arm : node.blocks) {
      std::vector<ir::ValueId>& yielded = graph_.block(arm).results;
      yielded.erase(yielded.begin() + at);
    }
    rewriter_.note_change();
  }

  void drop_unused(ir::NodeId id) {
    for (size_t k = graph_.node(id).results.size(); k-- > 0;) {
      if (!is_used(graph_.node(id).results[k])) drop_result(id, k);
    }
  }
  bool is_used(ir::ValueId value) const {
    return static_cast<size_t>(value) >= uses_.size() || uses_[static_cast<size_t>(value)] > 0;
  }

  /// True if the results may be computed without the branch: the branch stays for its effects, or its predicate cannot
  /// fail.
  bool may_bypass(ir::NodeId id) const {
    return graph_.has_effects(id) || is_surely_defined(graph_, graph_.node(id).operands[0]);
  }

  /// Replaces a result that is the same value in every arm by that value.
  void replace_agreed(ir::NodeId id) {
    if (graph_.node(id).blocks.size() < 2 || graph_.node(id).results.empty() || !may_bypass(id)) return;
    for (size_t k = graph_.node(id).results.size(); k-- > 0;) {
      const ir::Node& node = graph_.node(id);
      const auto yields = [&](ir::BlockId arm) { return rewriter_.resolve(graph_.block(arm).results[k]); };
      const ir::ValueId first = yields(node.blocks[0]);
      const bool agreed = std::ranges::all_of(node.blocks, [&](ir::BlockId arm) { return yields(arm) == first; });
      if (!agreed || !rewriter_.may_replace(node.results[k], first)) continue;
      rewriter_.replace(node.results[k], first);
      drop_result(id, k);
    }
  }

  /// Replaces a result that is true in one arm and false in the other by the predicate or its negation.
  void replace_predicate(ir::NodeId id, ir::BlockId block, std::vector<ir::NodeId>& out) {
    for (size_t k = graph_.node(id).results.size(); k-- > 0;) {
      const ir::Node& node = graph_.node(id);
      const Tensor* first = constant_of(graph_, rewriter_.resolve(graph_.block(node.blocks[0]).results[k]));
      const Tensor* second = constant_of(graph_, rewriter_.resolve(graph_.block(node.blocks[1]).results[k]));
      const ir::ValueId predicate = node.operands[0], result = node.results[k];
      if (!first || !second || graph_.value(result).type != graph_.value(predicate).type) continue;
      const bool one = detail::read_scalar(*first->impl()).integer,
                 other = detail::read_scalar(*second->impl()).integer;
      if (one == other) continue;
      ir::ValueId equal = predicate;
      if (other) {
        out.push_back(make_node(graph_, block, Op::logical_not, {predicate}, {}, graph_.value(predicate).type,
                                graph_.node(id).location));
        equal = graph_.node(out.back()).results[0];
      }
      rewriter_.replace(result, equal);
      drop_result(id, k);
    }
  }

  /// Replaces the predicate by true in the first arm, and by false in the second.
  void propagate_predicate(ir::NodeId id) {
    const ir::ValueId predicate = graph_.node(id).operands[0];
    if (constant_of(graph_, predicate)) return;
    for (size_t arm = 0; arm < 2; ++arm) {
      if (!uses(graph_.node(id).blocks[arm], predicate)) continue;
      const ir::NodeId known = make_node(graph_, graph_.body(), Op::constant, {}, {truth(arm == 0)},
                                         graph_.value(predicate).type, graph_.node(id).location);
      fresh_.push_back(known);
      tell(graph_.node(id).blocks[arm], predicate, graph_.node(known).results[0]);
      rewriter_.note_change();
    }
  }

  bool uses(ir::BlockId block, ir::ValueId value) const {
    const auto same = [&](ir::ValueId use) { return rewriter_.resolve(use) == value; };
    if (std::ranges::any_of(graph_.block(block).results, same)) return true;
    return std::ranges::any_of(graph_.block(block).nodes, [&](ir::NodeId id) {
      const ir::Node& node = graph_.node(id);
      return std::ranges::any_of(node.operands, same) ||
             std::ranges::any_of(node.blocks, [&](ir::BlockId inner) { return uses(inner, value); });
    });
  }

  void tell(ir::BlockId block, ir::ValueId value, ir::ValueId known) {
    const auto tell_all = [&](std::vector<ir::ValueId>& values) {
      for (ir::ValueId& use : values) use = rewriter_.resolve(use) == value ? known : use;
    };
    tell_all(graph_.block(block).results);
    for (ir::NodeId id : graph_.block(block).nodes) {
      tell_all(graph_.node(id).operands);
      for (ir::BlockId inner : graph_.node(id).blocks) tell(inner, value, known);
    }
  }

  ir::Graph& graph_;
  Rewriter rewriter_;
  std::vector<int> uses_;          // counted when the pass begins
  std::vector<ir::NodeId> fresh_;  // constants to insert at the start of the body
};

}  // namespace

bool simplify_branches(ir::Graph& graph) { return BranchSimplifier(graph).run(); }

}  // namespace ag::passes
