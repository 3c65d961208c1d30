#include "passes/analysis/fixed_part.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <unordered_map>
#include <unordered_set>

#include "ops/table.h"
#include "ops/trip_bound.h"
#include "passes/analysis/cost.h"
#include "passes/analysis/node_facts.h"

namespace ag::passes {

namespace {

using ir::BlockId;
using ir::NodeId;
using ir::ValueId;
using ops::Op;

/// A set of loop-carried values: bit k is the k-th value. The last bit stands for values that may differ in each
/// iteration without being carried.
using Carried = uint64_t;
constexpr size_t kMaxCarried = 63;
constexpr Carried kAnything = Carried{1} << kMaxCarried;

using Values = std::unordered_set<ValueId>;

constexpr Carried bit(size_t k) { return Carried{1} << k; }

class Finder {
 public:
  Finder(const ir::Graph& graph, NodeId loop, const FixedPointLimits& limits)
      : graph_(graph),
        loop_(graph.node(loop)),
        test_(graph.block(loop_.blocks[0])),
        body_(graph.block(loop_.blocks[1])),
        limits_(limits) {}

  std::optional<FixedPart> run() {
    if (body_.arguments.size() > kMaxCarried || asks_already()) return {};
    find_origins();
    std::set<Carried> tried;
    std::optional<FixedPart> best;
    for (size_t k = 0; k < body_.arguments.size(); ++k) {
      const Carried state = closure(k);
      if (!is_settling(state) || !tried.insert(state).second) continue;
      std::optional<FixedPart> part = part_of(state);
      if (part && (!best || part->work > best->work)) best = std::move(part);
    }
    return best;
  }

 private:
  const ir::TensorType& type(ValueId value) const { return graph_.value(value).type; }
  Carried origin(ValueId value) const {
    const auto found = origins_.find(value);
    return found == origins_.end() ? 0 : found->second;
  }

  /// True if this pass has transformed the loop before, so that it is not transformed twice.
  bool asks_already() const {
    const auto compares = [&](NodeId id) { return is(graph_.node(id), Op::same_bits); };
    return std::ranges::any_of(body_.nodes, [&](NodeId id) {
      return is(graph_.node(id), Op::cond) && std::ranges::any_of(graph_.node(id).blocks, [&](BlockId arm) {
               return std::ranges::any_of(graph_.block(arm).nodes, compares);
             });
    });
  }

  /// Finds for each value of the body the carried values that it depends on.
  void find_origins() {
    for (size_t k = 0; k < body_.arguments.size(); ++k) origins_[body_.arguments[k]] = bit(k);
    for (NodeId id : body_.nodes) from_.push_back(find_origin(id));
  }
  Carried find_origin(NodeId id) {
    const ir::Node& node = graph_.node(id);
    Carried all = node.op->has(ir::kEffect) ? kAnything : 0;
    for (ValueId operand : node.operands) all |= origin(operand);
    for (BlockId block : node.blocks) {
      for (NodeId inner : graph_.block(block).nodes) all |= find_origin(inner);
      for (ValueId result : graph_.block(block).results) all |= origin(result);
    }
    for (ValueId result : node.results) {
      if (all != 0) origins_[result] = all;
    }
    return all;
  }

  /// Returns the k-th carried value and all carried values that its next value depends on, transitively.
  Carried closure(size_t k) const {
    Carried state = bit(k);
    for (Carried before = 0; state != before;) {
      before = state;
      for (size_t one = 0; one < body_.results.size(); ++one) {
        if (before & bit(one)) state |= origin(body_.results[one]);
      }
    }
    return state;
  }

  /// True if the state may converge: floating-point numbers may, whereas integers count or wrap around. A value that
  /// the test reads ends the loop, so it is excluded.
  bool is_settling(Carried state) const {
    if (state & kAnything) return false;
    for (size_t k = 0; k < body_.arguments.size(); ++k) {
      if (!(state & bit(k))) continue;
      const ir::TensorType& of = type(body_.arguments[k]);
      if (is_integer(of.dtype) || !is_kept(of) || type(body_.results[k]) != of || type(loop_.results[k]) != of)
        return false;
      if (is_used_in(loop_.blocks[0], test_.arguments[k])) return false;
    }
    return true;
  }
  /// True if the pass can carry values of this type to the next iteration.
  static bool is_kept(const ir::TensorType& of) {
    const bool is_half = is_floating(of.dtype) && item_size(of.dtype) == 2;
    return of.shape.known() && of.shape.element_count() > 0 && !of.weak && !is_half;
  }

  bool is_used_in(BlockId block, ValueId value) const {
    bool used = false;
    for_each_use_in(block, [&](ValueId one) { used = used || one == value; });
    return used;
  }
  /// Visits the values that a node uses, also in its blocks.
  template <class Visit>
  void for_each_use(NodeId id, Visit&& visit) const {
    const ir::Node& node = graph_.node(id);
    std::ranges::for_each(node.operands, visit);
    for (BlockId block : node.blocks) for_each_use_in(block, visit);
  }
  template <class Visit>
  void for_each_use_in(BlockId block, Visit&& visit) const {
    for (NodeId inner : graph_.block(block).nodes) for_each_use(inner, visit);
    std::ranges::for_each(graph_.block(block).results, visit);
  }

  bool is_in(Carried state, size_t node) const { return from_[node] != 0 && (from_[node] & ~state) == 0; }

  std::optional<FixedPart> part_of(Carried state) const {
    FixedPart part;
    int64_t elements = 0;
    for (size_t k = 0; k < body_.arguments.size(); ++k) {
      if (!(state & bit(k))) continue;
      part.state.push_back(k);
      elements += type(body_.arguments[k]).shape.element_count();
    }
    for (size_t k = 0; k < body_.nodes.size(); ++k) {
      if (!is_in(state, k)) continue;
      part.nodes.push_back(body_.nodes[k]);
      part.work += work_of(graph_, body_.nodes[k]);
    }
    if (part.nodes.empty() || part.work < limits_.work || (!limits_.hopeless && is_hopeless(part))) return {};
    const size_t first_user = find_given(state, part);
    for (ValueId value : part.given) {
      if (!is_kept(type(value))) return {};
      elements += type(value).shape.element_count();
    }
    if (elements > limits_.elements || part.work / elements < limits_.work_of_element) return {};
    if (!find_place(state, first_user, part)) return {};
    return part;
  }

  /// True if a fixed point is unlikely or saves little. A state that is only multiplied grows or becomes zero. Arrays
  /// that are computed elementwise stay in registers across iterations, and their elements converge at different times.
  bool is_hopeless(const FixedPart& part) const {
    const auto all = [&](auto&& is_so) {
      return std::ranges::all_of(part.nodes, [&](NodeId id) {
        const ir::Node& node = graph_.node(id);
        return node.op->has(ir::kView) || is_so(node);
      });
    };
    const bool numbers =
        std::ranges::all_of(part.state, [&](size_t k) { return type(body_.arguments[k]).shape.empty(); });
    return (!numbers && all([](const ir::Node& node) { return node.op->has(ir::kElementwise); })) ||
           all([](const ir::Node& node) {
             return is(node, Op::matmul) || is(node, Op::multiply) || is(node, Op::negative);
           });
  }

  /// Returns the position of the first node outside of the part that uses a value of it.
  size_t find_given(Carried state, FixedPart& part) const {
    Values made, needed, next;
    for (NodeId id : part.nodes) made.insert(graph_.node(id).results.begin(), graph_.node(id).results.end());
    size_t first_user = body_.nodes.size();
    for (size_t k = body_.nodes.size(); k-- > 0;) {
      if (is_in(state, k)) continue;
      for_each_use(body_.nodes[k], [&](ValueId value) {
        if (!made.contains(value)) return;
        needed.insert(value);
        first_user = k;
      });
    }
    for (size_t k = 0; k < body_.results.size(); ++k) (state & bit(k) ? next : needed).insert(body_.results[k]);
    for (NodeId id : part.nodes) {
      std::ranges::copy_if(graph_.node(id).results, std::back_inserter(part.given),
                           [&](ValueId value) { return needed.contains(value) && !next.contains(value); });
    }
    return first_user;
  }

  /// Finds the position at which all of the part is computed: that of its first node that may fail, or before the first
  /// user. A node that moves up must not pass another node that may fail or has an effect, nor a node that it depends
  /// on.
  bool find_place(Carried state, size_t first_user, FixedPart& part) const {
    const size_t count = body_.nodes.size();
    const auto is_risk = [&](size_t k) {
      return graph_.has_effects(body_.nodes[k]) || may_raise(graph_, body_.nodes[k]);
    };
    size_t first_risk = count, last_risk = 0;
    for (size_t k = 0; k < count; ++k) {
      if (!is_in(state, k) || !is_risk(k)) continue;
      first_risk = std::min(first_risk, k);
      last_risk = k;
    }
    part.at = std::min(first_user, first_risk);
    Values passed;
    for (size_t k = part.at; k < count; ++k) {
      const std::vector<ValueId>& results = graph_.node(body_.nodes[k]).results;
      if (is_in(state, k)) {
        bool early = false;
        for_each_use(body_.nodes[k], [&](ValueId value) { early = early || passed.contains(value); });
        if (early) return false;
      } else {
        passed.insert(results.begin(), results.end());
        if (k < last_risk && is_risk(k)) return false;
      }
    }
    return std::ranges::none_of(part.state, [&](size_t k) { return passed.contains(body_.results[k]); });
  }

  const ir::Graph& graph_;
  const ir::Node& loop_;
  const ir::Block &test_, &body_;
  const FixedPointLimits& limits_;
  std::unordered_map<ValueId, Carried> origins_;  // 0 if absent
  std::vector<Carried> from_;                     // by node of the body
};

}  // namespace

std::optional<FixedPart> find_fixed_part(const ir::Graph& graph, NodeId loop, const FixedPointLimits& limits) {
  const std::optional<ops::TripBound> bound = ops::trip_bound(graph, loop);
  if (bound && bound->most < limits.rounds) return {};
  return Finder(graph, loop, limits).run();
}

}  // namespace ag::passes
