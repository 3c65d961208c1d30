/// Simplifies loop-carried values (the iter_args of MLIR). A value that never changes is replaced by its initial value,
/// two values that are always equal are merged, and a value that only its own next value needs is dropped.
///
/// The trip count and the remaining computation of each iteration do not change. A value whose computation may fail
/// stays carried.
///
/// Programs that profit: `while` loops that carry more than they change, such as parameters passed through a solver,
/// duplicate counters, and running totals that the result does not use.
#include <algorithm>
#include <unordered_map>

#include "passes/analysis/equivalence.h"
#include "passes/analysis/node_facts.h"
#include "passes/passes.h"
#include "passes/rewrite.h"

namespace ag::passes {

namespace {

using ir::ValueId;

constexpr int kMaxSplits = 4;  // limit on refinements of the classes of equal values; beyond it no class is merged

class CarrySimplifier {
 public:
  explicit CarrySimplifier(ir::Graph& graph) : graph_(graph), rewriter_(graph), uses_(count_uses(graph)) {}

  bool run() {
    return rewriter_.walk_all([&](ir::NodeId id, ir::BlockId, std::vector<ir::NodeId>&) {
      if (is(graph_.node(id), ops::Op::while_loop)) {
        drop_unchanged(id);
        merge_equal(id);
        drop_unneeded(id);
      }
      return false;
    });
  }

 private:
  ir::Block& test(ir::NodeId loop) { return graph_.block(graph_.node(loop).blocks[0]); }
  ir::Block& body(ir::NodeId loop) { return graph_.block(graph_.node(loop).blocks[1]); }
  ValueId next(ir::NodeId loop, size_t k) { return rewriter_.resolve(body(loop).results[k]); }

  /// True if the three names of a carried value (in the test, in the body, after the loop) may be replaced by other
  /// values.
  bool may_replace(ir::NodeId loop, size_t k, ValueId in_test, ValueId in_body, ValueId after) {
    return rewriter_.may_replace(test(loop).arguments[k], in_test) &&
           rewriter_.may_replace(body(loop).arguments[k], in_body) &&
           rewriter_.may_replace(graph_.node(loop).results[k], after);
  }
  void replace(ir::NodeId loop, size_t k, ValueId in_test, ValueId in_body, ValueId after) {
    rewriter_.replace(test(loop).arguments[k], in_test);
    rewriter_.replace(body(loop).arguments[k], in_body);
    const ValueId result = graph_.node(loop).results[k];
    rewriter_.replace(result, after);
    uses_[static_cast<size_t>(after)] += uses_[static_cast<size_t>(result)];
    drop(loop, k);
  }

  void drop(ir::NodeId loop, size_t k) {
    drop_carry(graph_, loop, k);
    rewriter_.note_change();
  }

  void drop_unchanged(ir::NodeId loop) {
    for (size_t k = graph_.node(loop).operands.size(); k-- > 0;) {
      const ValueId initial = graph_.node(loop).operands[k], value = next(loop, k);
      if (value != body(loop).arguments[k] && value != initial) continue;
      if (may_replace(loop, k, initial, initial, initial)) replace(loop, k, initial, initial, initial);
    }
  }

  /// Merges carried values that are always equal. Values with equal initial values are assumed equal until their next
  /// values differ (partition refinement).
  void merge_equal(ir::NodeId loop) {
    const size_t count = graph_.node(loop).operands.size();
    std::vector<size_t> first(count);  // the first carried value of the class of each
    bool any = false;
    for (size_t k = 0; k < count; ++k) {
      first[k] = k;
      for (size_t other = 0; other < k && first[k] == k; ++other) {
        if (begin_alike(loop, other, k)) first[k] = first[other];
      }
      any = any || first[k] != k;
    }
    for (int round = 0; any && !split(loop, first); ++round) {
      if (round == kMaxSplits) return;
      any = false;
      for (size_t k = 0; k < count; ++k) any = any || first[k] != k;
    }
    for (size_t k = count; k-- > 0;) {
      const size_t one = first[k];
      if (one == k) continue;
      const ValueId in_test = test(loop).arguments[one], in_body = body(loop).arguments[one];
      const ValueId after = graph_.node(loop).results[one];
      if (may_replace(loop, k, in_test, in_body, after)) replace(loop, k, in_test, in_body, after);
    }
  }

  bool begin_alike(ir::NodeId loop, size_t a, size_t b) {
    const ir::Node& node = graph_.node(loop);
    const auto same_type = [&](ValueId one, ValueId other) {
      return graph_.value(one).type == graph_.value(other).type;
    };
    return node.operands[a] == node.operands[b] && same_type(body(loop).arguments[a], body(loop).arguments[b]) &&
           same_type(test(loop).arguments[a], test(loop).arguments[b]) && same_type(node.results[a], node.results[b]);
  }

  /// Splits a class whose members have different next values, assuming that the members of each class are equal.
  /// Returns true if no class was split.
  bool split(ir::NodeId loop, std::vector<size_t>& first) {
    std::unordered_map<ValueId, ValueId> equal;  // maps a value of the body to the first equal one
    const auto placeholder_array = [&](ValueId value) {
      const auto found = equal.find(rewriter_.resolve(value));
      return found == equal.end() ? rewriter_.resolve(value) : found->second;
    };
    for (size_t k = 0; k < first.size(); ++k) equal[body(loop).arguments[k]] = body(loop).arguments[first[k]];
    std::unordered_multimap<size_t, ir::Node> seen;
    for (ir::NodeId id : body(loop).nodes) {
      ir::Node node = graph_.node(id);
      if (node.op->has(ir::kEffect) || node.op->has(ir::kHasBlocks)) continue;
      for (ValueId& operand : node.operands) operand = placeholder_array(operand);
      const size_t hash = hash_node(graph_, node);
      const auto [begin, end] = seen.equal_range(hash);
      const auto same =
          std::find_if(begin, end, [&](const auto& other) { return same_node(graph_, other.second, node); });
      if (same == end) {
        seen.emplace(hash, std::move(node));
        continue;
      }
      for (size_t k = 0; k < node.results.size(); ++k) equal[node.results[k]] = same->second.results[k];
    }
    const std::vector<size_t> before = first;
    for (size_t k = 0; k < first.size(); ++k) {
      if (before[k] == k || placeholder_array(next(loop, k)) == placeholder_array(next(loop, before[k]))) continue;
      first[k] = k;
      for (size_t other = before[k] + 1; other < k; ++other) {  // another value that was split off may be equal
        if (before[other] == before[k] && first[other] == other &&
            placeholder_array(next(loop, other)) == placeholder_array(next(loop, k))) {
          first[k] = other;
          break;
        }
      }
    }
    return before == first;
  }

  /// Marks the values that a node uses, also in its blocks.
  void mark_uses(ir::NodeId id, std::vector<bool>& live) {
    const ir::Node& node = graph_.node(id);
    for (ValueId operand : node.operands) live[static_cast<size_t>(rewriter_.resolve(operand))] = true;
    for (ir::BlockId inner : node.blocks) {
      for (ValueId result : graph_.block(inner).results) live[static_cast<size_t>(rewriter_.resolve(result))] = true;
      for (ir::NodeId within : graph_.block(inner).nodes) mark_uses(within, live);
    }
  }

  void drop_unneeded(ir::NodeId loop) {
    const size_t count = graph_.node(loop).operands.size();
    std::vector<bool> live(graph_.value_count()), needed(count);
    mark_test(loop, live);
    for (size_t k = 0; k < count; ++k) {
      needed[k] =
          uses_[static_cast<size_t>(graph_.node(loop).results[k])] > 0 || is_live(live, test(loop).arguments[k]);
    }
    if (std::ranges::count(needed, true) == static_cast<std::ptrdiff_t>(count)) return;
    for (bool changed = true; changed;) {
      mark_body(loop, needed, live);
      changed = false;
      for (size_t k = 0; k < count; ++k) {
        if (needed[k] || !is_live(live, body(loop).arguments[k])) continue;
        needed[k] = changed = true;
      }
    }
    if (std::ranges::count(needed, false) == 0) return;
    std::erase_if(body(loop).nodes, [&](ir::NodeId id) {
      if (is_kept(id, live)) return false;
      discard(graph_, id);
      return true;
    });
    for (size_t k = count; k-- > 0;) {
      if (!needed[k]) drop(loop, k);
    }
  }

  static bool is_live(const std::vector<bool>& live, ValueId value) { return live[static_cast<size_t>(value)]; }

  bool is_kept(ir::NodeId id, const std::vector<bool>& live) const {
    const std::vector<ValueId>& results = graph_.node(id).results;
    return std::ranges::any_of(results, [&](ValueId value) { return is_live(live, value); }) ||
           graph_.has_effects(id) || may_raise(graph_, id);
  }

  void mark_test(ir::NodeId loop, std::vector<bool>& live) {
    live[static_cast<size_t>(rewriter_.resolve(test(loop).results[0]))] = true;
    for (ir::NodeId id : test(loop).nodes) mark_uses(id, live);
  }

  void mark_body(ir::NodeId loop, const std::vector<bool>& needed, std::vector<bool>& live) {
    for (size_t k = 0; k < needed.size(); ++k) {
      if (needed[k]) live[static_cast<size_t>(next(loop, k))] = true;
    }
    const std::vector<ir::NodeId>& nodes = body(loop).nodes;
    for (size_t k = nodes.size(); k-- > 0;) {
      if (is_kept(nodes[k], live)) mark_uses(nodes[k], live);
    }
  }

  ir::Graph& graph_;
  Rewriter rewriter_;
  std::vector<int> uses_;  // of the results of loops, including merged ones
};

}  // namespace

bool simplify_loop_carried(ir::Graph& graph) { return CarrySimplifier(graph).run(); }

}  // namespace ag::passes
