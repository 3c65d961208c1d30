/// Loop rerolling: a host loop that tracing has unrolled becomes a loop of the graph.
///
/// Consecutive repetitions of nodes of the same form are iterations. Each operand must be of the same kind in all
/// iterations: defined in the iteration or in one of the two before it, defined outside of the loop, or a number that
/// differs per iteration. The same holds for the starts of subscripts. Differing numbers are computed from the counter
/// of the new loop, or are read from an array if they are no arithmetic progression of integers. Inner loops come
/// first, so that the enclosing loops repeat as well.
///
/// An iteration runs the same operations on the same operands in the same order, so every bit, effect and error is
/// unchanged. Short loops stay unrolled. So do loops whose values are used after them, except the values of the last
/// iterations and a `stack` of all iterations.
///
/// Programs that profit: host loops around tensor operations, such as recursive filters, recurrences with precomputed
/// coefficients, and updates of a matrix by nested loops over its elements.
#include "passes/reroll/reroll.h"

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>
#include <string_view>

#include "passes/analysis/cost.h"
#include "passes/passes.h"
#include "passes/reroll/rolled_loop.h"

namespace ag::passes {

namespace {

using ir::BlockId;
using ir::NodeId;
using ir::ValueId;
using ops::Op;

constexpr size_t kMaxAttempts = 16;  // per sequence of repetitions
constexpr size_t kFirstTried = 64;   // iterations
constexpr size_t kMaxCuts = 4;       // of a repetition, until it can be a loop
constexpr int kMaxRolledDepth = 8;   // of nested loops

/// A detected loop. Other repetitions may have its form with a smaller trip count.
struct Pattern {
  std::vector<size_t> forms;
  std::vector<IterationUse> uses;
  bool is_regular = true;  // all numbers are progressions
};

/// The nodes that a short loop replaces. The loop stays only as a part of another loop.
struct Tentative {
  std::vector<NodeId> nodes, in_front;
  std::vector<ValueId> replaced;
};

/// An array that a loop fills with rows of a `stack`: `count` rows from `first` on.
struct Stacked {
  ValueId array = ir::kNone;
  size_t first = 0, count = 0;
};

class Rolling {
 public:
  Rolling(ir::Graph& graph, const RerollLimits& limits)
      : graph_(graph),
        rewriter_(graph),
        limits_(limits),
        least_nodes_(ir::count_nodes(graph) >= limits.many ? limits.few_nodes : limits.nodes),
        constants_(graph),
        iterations_(graph, rewriter_) {}

  bool run() {
    roll_block(graph_.body());
    if (gone_.empty()) return false;
    resolve_block(graph_.body());
    put_first(graph_, constants_.made());
    for (NodeId id : gone_) discard(graph_, id);
    return true;
  }

 private:
  void roll_block(BlockId block) {
    for (NodeId id : std::vector(graph_.block(block).nodes)) {
      if (graph_.node(id).rolled) continue;
      for (BlockId inner : std::vector(graph_.node(id).blocks)) roll_block(inner);
    }
    tentative_.clear();
    for (int depth = 0; depth < kMaxRolledDepth && (roll_once(block, true) || roll_once(block, false)); ++depth) {
    }
    unroll_tentative(block);
  }

  /// Replaces the repetitions in the list of a block: those that contain no shorter one that is long enough to be
  /// rolled, or all of them. Returns whether there were any.
  bool roll_once(BlockId block, bool innermost) {
    const std::vector<NodeId> nodes = graph_.block(block).nodes;
    if (nodes.size() < limits_.count) return false;
    block_ = block;
    innermost_ = innermost;
    nodes_ = nodes;
    locate();
    forms_.clear();
    for (NodeId id : nodes_) forms_.push_back(is(graph_.node(id), Op::constant) ? unique_++ : hash_form(graph_, id));
    Repeats repeats(forms_, limits_.alike);
    patterns_.clear();
    attempts_.clear();
    stacked_.clear();
    out_.clear();
    bool rolled = false;
    for (size_t at = 0; at < nodes_.size();) {
      size_t next = roll_known(at);
      if (next == at) next = roll_at(repeats, at);
      rolled = rolled || next != at;
      if (next == at) keep(nodes_[next++]);
      at = next;
    }
    graph_.block(block).nodes = out_;
    return rolled;
  }

  /// Records where each value of the block is defined in its list, and where its last use is.
  void locate() {
    places_.resize(graph_.value_count());
    for (size_t at = 0; at < nodes_.size(); ++at) {
      for (ValueId result : graph_.node(nodes_[at]).results) places_[static_cast<size_t>(result)] = {block_, at};
    }
    for (size_t at = 0; at < nodes_.size(); ++at) note_uses(nodes_[at], at);
    for (ValueId result : graph_.block(block_).results) note_use(result, nodes_.size());
  }
  void note_uses(NodeId id, size_t at) {
    const ir::Node& node = graph_.node(id);
    const bool stacks = is(node, Op::stack) && node.block == block_ && std::get<int64_t>(node.attributes[0]) == 0;
    for (size_t k = 0; k < node.operands.size(); ++k) {
      Place* const place = place_of(rewriter_.resolve(node.operands[k]));
      if (place && stacks && place->stack == ir::kNone) {
        place->stack = id;
        place->stack_at = at;
        place->row = k;
      } else if (place) {
        place->last_use = at;
      }
    }
    for (BlockId inner : node.blocks) {
      for (NodeId inside : graph_.block(inner).nodes) note_uses(inside, at);
      for (ValueId result : graph_.block(inner).results) note_use(result, at);
    }
  }
  void note_use(ValueId value, size_t at) {
    if (Place* place = place_of(rewriter_.resolve(value))) place->last_use = at;
  }
  struct Place {
    BlockId block = ir::kNone;
    size_t last_use = 0;           // except in the stack
    NodeId stack = ir::kNone;      // a stack that takes the value
    size_t stack_at = 0, row = 0;  // position of the stack, and of the value among its operands
  };
  Place* place_of(ValueId value) {
    if (static_cast<size_t>(value) >= places_.size()) return nullptr;
    Place& place = places_[static_cast<size_t>(value)];
    return place.block == block_ ? &place : nullptr;
  }

  /// Returns the uses of a value at `end` or later.
  UseAfterLoop use_behind(ValueId value, size_t end) {
    const Place* const place = place_of(value);
    if (!place) return {};
    const bool is_stacked = place->stack != ir::kNone && place->stack_at >= end && !stacked_.contains(place->stack);
    return {place->last_use >= end || (place->stack != ir::kNone && place->stack_at >= end && !is_stacked),
            is_stacked ? place->stack : ir::kNone, place->row};
  }

  /// Rolls the nodes from `at` on into a loop of a known pattern, for any number of repetitions. Returns the next
  /// position, which is `at` if no pattern matches.
  size_t roll_known(size_t at) {
    for (const Pattern& pattern : patterns_) {
      const size_t period = pattern.forms.size();
      size_t end = at;
      while (end + period <= forms_.size() &&
             std::equal(pattern.forms.begin(), pattern.forms.end(), forms_.begin() + static_cast<std::ptrdiff_t>(end)))
        end += period;
      if (end == at) continue;
      const Repeat repeat{at, period, (end - at) / period, end};
      if (const size_t next = roll(repeat, &pattern); next != at) return next;
    }
    return at;
  }

  /// Returns the trip count of the inner loop if nested loops appear as one sequence of iterations.
  std::optional<size_t> end_of_inner(Repeat part, const Pattern* pattern) const {
    const size_t regular = iterations_.regular_count();
    if (regular == part.count || !iterations_.collected().empty()) return {};
    part.count = regular;
    return (pattern ? pattern->is_regular : is_long(part)) ? std::optional(regular) : std::nullopt;
  }

  size_t roll_at(Repeats& repeats, size_t at) {
    const std::optional<Repeat> repeat = repeats.at(at, limits_.count);
    if (!repeat || attempts_[{repeat->period, repeat->stop}]++ >= kMaxAttempts) return at;
    if (innermost_ && contains_loop(repeats, *repeat)) return at;
    return roll(*repeat, nullptr);
  }
  /// True if an iteration of a repetition contains repetitions that would be rolled on their own in any graph. Shorter
  /// ones stay unrolled in the enclosing loop.
  bool contains_loop(Repeats& repeats, const Repeat& repeat) const {
    for (size_t at = repeat.first; at < repeat.first + repeat.period; ++at) {
      const std::optional<Repeat> inner = repeats.at(at, limits_.count);
      if (inner && inner->period < repeat.period && weight(*inner) >= limits_.nodes) return true;
    }
    return false;
  }

  /// True if a loop is long enough to be rolled on its own.
  bool is_long(const Repeat& repeat) const { return repeat.count >= limits_.count && weight(repeat) >= least_nodes_; }
  bool pays(const Repeat& repeat, const Pattern* pattern) const {
    for (size_t k = repeat.first; k < repeat.end() && !stacked_.empty(); ++k) {
      if (stacked_.contains(nodes_[k])) return false;
    }
    return pattern ? repeat.count * repeat.period > 1 : is_long(repeat);
  }
  size_t weight(const Repeat& repeat) const {
    size_t nodes = 0;
    for (size_t k = 0; k < repeat.period; ++k) nodes += weight_of(nodes_[repeat.first + k]);
    return nodes * repeat.count;
  }
  size_t weight_of(NodeId id) const {
    size_t weight = compile_cost(graph_, graph_.node(id));
    for (BlockId block : graph_.node(id).blocks) {
      for (NodeId inner : graph_.block(block).nodes) weight += weight_of(inner);
    }
    return weight;
  }

  /// Rolls a repetition, or the part of it that can be a loop. Returns the next position, which is the start if nothing
  /// changed.
  size_t roll(Repeat repeat, const Pattern* pattern) {
    const size_t start = repeat.first;
    size_t tried = kFirstTried;  // iterations examined first, so that early misfits cost little
    for (size_t cuts = 0;;) {
      if (cuts > kMaxCuts || !pays(repeat, pattern) || (pattern && repeat.first != start)) return start;
      Repeat part = repeat;
      part.count = std::min(repeat.count, tried);
      const std::optional<size_t> misfit =
          iterations_.examine(nodes_, part, pattern ? &pattern->uses : nullptr,
                              [&](ValueId value) { return use_behind(value, part.end()); });
      if (misfit == Iterations::kAll) return start;
      if (misfit) {
        // The misfit iteration stays outside. The loop consists of the iterations before it, or of those after it.
        ++cuts;
        part.count = *misfit;
        if (pays(part, pattern)) {
          repeat.count = *misfit;
        } else {
          repeat.first += (*misfit + 1) * repeat.period;
          repeat.count -= *misfit + 1;
        }
        continue;
      }
      if (const std::optional<size_t> count = end_of_inner(part, pattern)) {
        repeat.count = tried = *count;
        continue;
      }
      if (part.count == repeat.count) break;
      tried *= 4;
    }
    if (pattern && !is_long(repeat) && !iterations_.collected().empty()) return start;
    for (size_t k = start; k < repeat.first; ++k) keep(nodes_[k]);
    if (!pattern) {
      const auto first = forms_.begin() + static_cast<std::ptrdiff_t>(repeat.first);
      patterns_.push_back({{first, first + static_cast<std::ptrdiff_t>(repeat.period)},
                           iterations_.uses(),
                           iterations_.regular_count() == repeat.count});
    }
    build(repeat);
    return repeat.end();
  }

  void build(const Repeat& repeat) {
    RolledLoop rolled = passes::roll(graph_, block_, nodes_, repeat, iterations_, constants_);
    out_.insert(out_.end(), rolled.in_front.begin(), rolled.in_front.end());
    out_.push_back(rolled.loop);
    std::vector<ValueId> replaced;
    for (size_t k = 0; k < iterations_.carried().size(); ++k) {
      const CarriedValue& one = iterations_.carried()[k];
      if (one.distance > repeat.count) continue;
      const ir::ValueId value = iterations_.values(repeat.count - one.distance)[one.value];
      rewriter_.replace(value, graph_.node(rolled.loop).results[k]);
      replaced.push_back(value);
    }
    for (size_t k = 0; k < iterations_.collected().size(); ++k) {
      const CollectedValue& one = iterations_.collected()[k];
      stacked_[one.stack] = {graph_.node(rolled.loop).results[iterations_.carried().size() + k], one.first,
                             repeat.count};
    }
    const std::vector<NodeId> nodes(nodes_.begin() + static_cast<std::ptrdiff_t>(repeat.first),
                                    nodes_.begin() + static_cast<std::ptrdiff_t>(repeat.end()));
    gone_.insert(nodes.begin(), nodes.end());
    if (!is_long(repeat)) tentative_[rolled.loop] = {nodes, std::move(rolled.in_front), std::move(replaced)};
  }

  /// Restores short loops that are not part of an enclosing loop.
  void unroll_tentative(BlockId block) {
    if (tentative_.empty()) return;
    std::set<NodeId> dropped;
    for (const auto& [loop, tentative] : tentative_) {
      if (!gone_.contains(loop)) dropped.insert(tentative.in_front.begin(), tentative.in_front.end());
    }
    std::vector<NodeId> nodes;
    const auto put = [&](auto&& self, NodeId id) -> void {
      const auto found = tentative_.find(id);
      if (found == tentative_.end()) {
        if (dropped.contains(id))
          gone_.insert(id);
        else
          nodes.push_back(id);
        return;
      }
      gone_.insert(id);
      for (ValueId value : found->second.replaced) rewriter_.restore(value);
      for (NodeId one : found->second.nodes) {
        gone_.erase(one);
        self(self, one);
      }
    };
    for (NodeId id : std::vector(graph_.block(block).nodes)) put(put, id);
    graph_.block(block).nodes = std::move(nodes);
  }

  /// Keeps a node that is in no loop. For a `stack` whose rows a loop has partly computed, assigns the remaining rows.
  void keep(NodeId id) {
    const auto found = stacked_.find(id);
    if (found == stacked_.end()) return out_.push_back(id);
    const Stacked stacked = found->second;
    const ir::Node node = graph_.node(id);
    ValueId array = stacked.array;
    for (size_t k = 0; k < node.operands.size(); ++k) {
      if (k >= stacked.first && k < stacked.first + stacked.count) continue;
      kernel::IndexItem row;
      row.start = static_cast<int64_t>(k);
      out_.push_back(make_node(graph_, block_, Op::index_update, {array, node.operands[k]}, kernel::encode({row}),
                               graph_.value(array).type, node.location));
      array = graph_.node(out_.back()).results[0];
    }
    rewriter_.replace(node.results[0], array);
    gone_.insert(id);
  }

  void resolve_block(BlockId block) {
    for (NodeId id : graph_.block(block).nodes) {
      rewriter_.resolve_all(graph_.node(id).operands);
      for (BlockId inner : graph_.node(id).blocks) resolve_block(inner);
    }
    rewriter_.resolve_all(graph_.block(block).results);
  }

  ir::Graph& graph_;
  Rewriter rewriter_;
  const RerollLimits limits_;
  const size_t least_nodes_;
  SharedConstants constants_;
  std::set<NodeId> gone_;
  size_t unique_ = 1;  // form of the next constant; constants are never part of a loop

  // State of the current block.
  BlockId block_ = ir::kNone;
  bool innermost_ = false;
  std::vector<NodeId> nodes_, out_;
  std::vector<size_t> forms_;
  std::vector<Place> places_;
  std::map<NodeId, Stacked> stacked_;
  std::map<NodeId, Tentative> tentative_;  // by loop
  std::vector<Pattern> patterns_;
  std::map<std::pair<size_t, size_t>, size_t> attempts_;  // by period and end

  Iterations iterations_;
};

}  // namespace

bool reroll_loops(ir::Graph& graph, const RerollLimits& limits) { return Rolling(graph, limits).run(); }

bool reroll_loops(ir::Graph& graph) {
  const char* text = std::getenv("AG_REROLL_ALL");
  return reroll_loops(graph, text && std::string_view(text) == "1" ? RerollLimits::all() : RerollLimits());
}

}  // namespace ag::passes
