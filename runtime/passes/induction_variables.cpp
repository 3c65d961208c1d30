/// Simplifies induction variables. A counter that only its value after the loop needs is computed from another counter.
/// A loop that only counts is replaced by the final number.
///
/// Integers wrap around, so n steps are a product modulo a power of two, and exact. A loop that counts up by one to a
/// limit ends for every limit. With another step the counter could pass the greatest number, so both ends must be
/// known.
///
/// Programs that profit: loops with several counters, such as an index beside an offset into a buffer, iteration counts
/// that a solver reports, and counting loops whose body other passes have removed.
#include <algorithm>
#include <limits>
#include <optional>

#include "passes/analysis/node_facts.h"
#include "passes/passes.h"
#include "passes/rewrite.h"
#include "tensor/convert.h"

namespace ag::passes {

namespace {

using ir::ValueId;
using ops::Op;

class InductionSimplifier {
 public:
  explicit InductionSimplifier(ir::Graph& graph) : graph_(graph), rewriter_(graph), uses_(count_uses(graph)) {}

  bool run() {
    walk(graph_.body());
    put_first(graph_, constants_);
    return rewriter_.changed();
  }

 private:
  void walk(ir::BlockId block) {
    rewriter_.walk(block, [&](ir::NodeId id, std::vector<ir::NodeId>& out) {
      if (!is(graph_.node(id), Op::while_loop)) {
        out.push_back(id);
        for (ir::BlockId inner : std::vector(graph_.node(id).blocks)) walk(inner);
        return;
      }
      for (ir::BlockId inner : std::vector(graph_.node(id).blocks)) walk(inner);
      std::vector<ir::NodeId> behind;
      derive(id, block, behind);
      if (!close(id, block, out)) out.push_back(id);
      for (ir::NodeId node : behind) rewriter_.resolve_all(graph_.node(node).operands);
      out.insert(out.end(), behind.begin(), behind.end());
    });
  }

  ir::Block& test(ir::NodeId loop) { return graph_.block(graph_.node(loop).blocks[0]); }
  ir::Block& body(ir::NodeId loop) { return graph_.block(graph_.node(loop).blocks[1]); }
  const ir::TensorType& type(ValueId value) const { return graph_.value(value).type; }
  int uses(ValueId value) const {
    return static_cast<size_t>(value) < uses_.size() ? uses_[static_cast<size_t>(value)] : 1;
  }
  std::optional<int64_t> integer(ValueId value) const {
    const Tensor* known = constant_of(graph_, value);
    if (!known || !is_counter(type(value))) return {};
    return detail::read_scalar(*known->impl()).integer;
  }
  static bool is_counter(const ir::TensorType& type) {
    return is_integer(type.dtype) && !type.weak && type.shape.ranked() && type.shape.empty();
  }

  /// The constant added to a carried value in each iteration, and the node that adds it.
  struct Step {
    int64_t by = 0;
    ir::NodeId node = ir::kNone;
  };
  std::optional<Step> step(ir::NodeId loop, size_t k) {
    const ValueId argument = body(loop).arguments[k], value = body(loop).results[k];
    const ir::NodeId producer = graph_.value(value).producer;
    const ir::TensorType& wanted = type(argument);
    const bool alike = is_counter(wanted) && type(value) == wanted && type(test(loop).arguments[k]) == wanted &&
                       type(graph_.node(loop).results[k]) == wanted && type(graph_.node(loop).operands[k]) == wanted;
    if (!alike || producer == ir::kNone || graph_.node(producer).block != graph_.node(loop).blocks[1]) return {};
    const ir::Node& node = graph_.node(producer);
    if (!is(node, Op::add) && !is(node, Op::subtract)) return {};
    const bool swapped = is(node, Op::add) && node.operands[1] == argument;
    if (node.operands[swapped ? 1 : 0] != argument) return {};
    const std::optional<int64_t> by = integer(node.operands[swapped ? 0 : 1]);
    if (!by || *by == 0 || *by == std::numeric_limits<int64_t>::min()) return {};
    return Step{is(node, Op::add) ? *by : -*by, producer};
  }

  /// True if nothing in the loop uses a counter except its own next value.
  bool only_counts(ir::NodeId loop, size_t k, const Step& step) {
    return uses(test(loop).arguments[k]) == 0 && uses(body(loop).arguments[k]) == 1 &&
           uses(graph_.node(step.node).results[0]) == 1;
  }

  void derive(ir::NodeId loop, ir::BlockId block, std::vector<ir::NodeId>& behind) {
    const size_t count = graph_.node(loop).operands.size();
    std::vector<std::optional<Step>> steps(count);
    std::vector<bool> idle(count);
    for (size_t k = 0; k < count; ++k) {
      steps[k] = step(loop, k);
      idle[k] = steps[k] && only_counts(loop, k, *steps[k]);
    }
    for (size_t k = count; k-- > 0;) {
      if (!idle[k]) continue;
      // The source is a counter that the loop needs. Among counters that the loop does not need, the first stays.
      std::optional<size_t> from;
      for (size_t one = 0; one < steps.size() && !from; ++one) {
        const bool fits = one != k && steps[one] && type(body(loop).arguments[one]) == type(body(loop).arguments[k]) &&
                          steps[k]->by % steps[one]->by == 0;
        if (fits && (!idle[one] || one < k)) from = one;
      }
      if (!from) continue;
      compute_behind(loop, block, k, *from, steps[k]->by / steps[*from]->by, behind);
      std::erase(body(loop).nodes, steps[k]->node);
      discard(graph_, steps[k]->node);
      drop(loop, k);
      steps.erase(steps.begin() + static_cast<std::ptrdiff_t>(k));
      idle.erase(idle.begin() + static_cast<std::ptrdiff_t>(k));
    }
  }

  /// Computes initial + (other - initial of the other) * factor.
  void compute_behind(ir::NodeId loop, ir::BlockId block, size_t k, size_t from, int64_t factor,
                      std::vector<ir::NodeId>& behind) {
    const ir::Node node = graph_.node(loop);
    const ir::TensorType of = type(node.results[k]);
    const auto compute = [&](Op op, ValueId a, ValueId b) {
      behind.push_back(make_node(graph_, block, op, {a, b}, {}, of, node.location));
      return graph_.node(behind.back()).results[0];
    };
    ValueId moved = compute(Op::subtract, node.results[from], node.operands[from]);
    if (factor != 1) moved = compute(Op::multiply, moved, constant(factor, of, node.location));
    rewriter_.replace(node.results[k], compute(Op::add, node.operands[k], moved));
  }

  void drop(ir::NodeId loop, size_t k) {
    drop_carry(graph_, loop, k);
    rewriter_.note_change();
  }

  /// Replaces `while (i < n) i += 1` by max(i, n), and a loop that counts down by min(i, n).
  bool close(ir::NodeId loop, ir::BlockId block, std::vector<ir::NodeId>& out) {
    if (graph_.node(loop).operands.size() != 1 || test(loop).nodes.size() != 1 || body(loop).nodes.size() != 1)
      return false;
    const std::optional<Step> step = this->step(loop, 0);
    const ir::Node& verdict = graph_.node(test(loop).nodes[0]);
    const ValueId counter = test(loop).arguments[0];
    if (!step || test(loop).results[0] != verdict.results[0]) return false;
    const bool less = is(verdict, Op::less);
    if (!less && !is(verdict, Op::greater)) return false;
    const bool first = verdict.operands[0] == counter;
    if (first == (verdict.operands[1] == counter)) return false;
    const bool up = less == first;
    const ValueId limit = verdict.operands[first ? 1 : 0], initial = graph_.node(loop).operands[0];
    if (type(limit) != type(counter) || up != (step->by > 0)) return false;
    const SourceLocation location = graph_.node(loop).location;
    ValueId last = ir::kNone;
    if (step->by == 1 || step->by == -1) {
      out.push_back(
          make_node(graph_, block, up ? Op::maximum : Op::minimum, {initial, limit}, {}, type(counter), location));
      last = graph_.node(out.back()).results[0];
    } else if (const std::optional<int64_t> known = last_of(initial, limit, step->by)) {
      last = constant(*known, type(counter), location);
    }
    if (last == ir::kNone) return false;
    rewriter_.replace(graph_.node(loop).results[0], last);
    discard(graph_, loop);
    return true;
  }

  /// Returns the last value of a counter between two known numbers, if the dtype represents it.
  std::optional<int64_t> last_of(ValueId initial, ValueId limit, int64_t by) const {
    const std::optional<int64_t> from = integer(initial), to = integer(limit);
    if (!from || !to) return {};
    const __int128 distance = static_cast<__int128>(*to) - *from, step = by;
    if ((step > 0 ? distance : -distance) <= 0) return from;
    const __int128 rounds = (distance + step - (step > 0 ? 1 : -1)) / step, last = *from + rounds * step;
    const DType dtype = type(initial).dtype;
    if (dtype == DType::uint64) return {};  // its values exceed int64, in which constants are read here
    const int bits = static_cast<int>(item_size(dtype)) * 8;
    const bool has_sign = category(dtype) == Category::Signed;
    const __int128 most = (static_cast<__int128>(1) << (has_sign ? bits - 1 : bits)) - 1;
    const __int128 least = has_sign ? -most - 1 : 0;
    if (last < least || last > most) return {};
    return static_cast<int64_t>(last);
  }

  /// Adds a constant, to be inserted at the start of the body.
  ValueId constant(int64_t number, const ir::TensorType& of, SourceLocation location) {
    constants_.push_back(make_constant(graph_, number, of, location));
    return graph_.node(constants_.back()).results[0];
  }

  ir::Graph& graph_;
  Rewriter rewriter_;
  std::vector<int> uses_;  // counted when the pass begins
  std::vector<ir::NodeId> constants_;
};

}  // namespace

bool simplify_induction_variables(ir::Graph& graph) { return InductionSimplifier(graph).run(); }

}  // namespace ag::passes
