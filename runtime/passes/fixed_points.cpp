/// Fixed points: a part of a loop that depends on nothing but itself, such as the covariance of a filter, often reaches
/// a state that an iteration reproduces to the last bit. All further iterations would reproduce it too, and would
/// compute the same values from it.
///
///   while (i < n) {                      while (i < n) {
///     P, K = f(P)                          P, K, fixed = fixed ? (P, K, true) : (f(P), f(P) has the bits of P)
///     x = g(x, K, z[i])                    x = g(x, K, z[i])
///     i += 1                               i += 1
///   }                                    }
///
/// f is pure, so equal bits yield equal results, and no error that did not occur before. The trip count does not
/// change, because the rest of the loop still runs.
///
/// Programs that profit: loops that iterate matrices to convergence beside other work, such as the covariance of a
/// Kalman filter, a Riccati recursion, and Newton's iteration for an inverse.
#include "passes/fixed_points.h"

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "passes/passes.h"
#include "passes/rewrite.h"
#include "tensor/impl.h"

namespace ag::passes {

namespace {

using ir::BlockId;
using ir::NodeId;
using ir::ValueId;
using ops::Op;

const ir::TensorType kBoolean{DType::boolean, Shape{}};

/// Adds to one loop the test for a fixed point and the reuse of its part.
class Keeper {
 public:
  Keeper(ir::Graph& graph, NodeId loop, const FixedPart& part, std::vector<NodeId>& constants)
      : graph_(graph),
        loop_(loop),
        body_(graph.node(loop).blocks[1]),
        part_(part),
        nodes_(part.nodes.begin(), part.nodes.end()),
        constants_(constants),
        location_(graph.node(loop).location),
        carried_(graph.node(loop).operands.size()) {}

  void run() {
    const ValueId fixed = carry(kBoolean, known(false), {});
    const BlockId keep = graph_.add_block(body_), compute = graph_.add_block(body_);
    std::vector<ValueId> kept, computed;
    for (size_t k : part_.state) {
      kept.push_back(body().arguments[k]);
      computed.push_back(body().results[k]);
    }
    std::vector<ValueId> next;  // next values of the additional carried values
    for (ValueId value : part_.given) {
      kept.push_back(before(value));
      if (kept.back() == ir::kNone) {
        kept.back() = carry(type(value), undefined(type(value)), graph_.value(value).name);
        next.push_back(value);
      }
      computed.push_back(value);
    }
    const std::vector<ValueId> values = computed;
    move_part(compute);
    computed.push_back(compare(compute));
    kept.push_back(known(true));
    graph_.block(keep).results = std::move(kept);
    graph_.block(compute).results = std::move(computed);
    const std::vector<ValueId> chosen = choose(fixed, keep, compute, values);
    body().results.push_back(chosen.back());
    body().results.insert(body().results.end(), next.begin(), next.end());
    replace(values, chosen);
  }

 private:
  ir::Block& body() { return graph_.block(body_); }
  const ir::TensorType& type(ValueId value) const { return graph_.value(value).type; }

  /// Adds a loop-carried value and returns the argument of the body. The caller adds its next value.
  ValueId carry(ir::TensorType of, ValueId initial, std::string name) {
    graph_.node(loop_).operands.push_back(initial);
    graph_.add_argument(graph_.node(loop_).blocks[0], of, name);
    const ValueId argument = graph_.add_argument(body_, of, name);
    graph_.add_result(loop_, std::move(of), std::move(name));
    return argument;
  }

  /// Returns the carried argument that holds a body value of the previous iteration, or kNone.
  ValueId before(ValueId value) {
    for (size_t k = 0; k < carried_; ++k) {
      if (body().results[k] == value && type(body().arguments[k]) == type(value)) return body().arguments[k];
    }
    return ir::kNone;
  }

  ValueId known(bool value) {
    Tensor constant = detail::allocate(DType::boolean, {});
    *constant.impl()->data() = static_cast<std::byte>(value);
    constants_.push_back(make_node(graph_, graph_.body(), Op::constant, {}, {constant}, kBoolean, location_));
    return graph_.node(constants_.back()).results[0];
  }

  /// Returns an undefined value, for a use that the loop reaches only after an assignment.
  ValueId undefined(const ir::TensorType& of) {
    const BlockId block = graph_.node(loop_).block;
    const NodeId made = make_node(graph_, block, Op::undefined, {}, {of.dtype, of.shape}, of, location_);
    std::vector<NodeId>& nodes = graph_.block(block).nodes;
    nodes.insert(std::ranges::find(nodes, loop_), made);
    return graph_.node(made).results[0];
  }

  void move_part(BlockId to) {
    std::vector<NodeId>& nodes = body().nodes;
    place_ = part_.at;
    for (size_t k = 0; k < part_.at; ++k) place_ -= is_in_part(nodes[k]);
    std::erase_if(nodes, [&](NodeId id) { return is_in_part(id); });
    for (NodeId id : part_.nodes) move_node(graph_, id, to);
    graph_.block(to).nodes = part_.nodes;
  }
  bool is_in_part(NodeId id) const { return nodes_.contains(id); }

  /// Returns a boolean: the next state has the bits of the current state.
  ValueId compare(BlockId block) {
    const auto add = [&](Op op, std::vector<ValueId> operands, ir::Attributes attributes, const Shape& shape) {
      const NodeId made = graph_.append(block, ops::def(op), std::move(operands), std::move(attributes),
                                        {{DType::boolean, shape}}, location_);
      return graph_.node(made).results[0];
    };
    ValueId all = ir::kNone;
    for (size_t k : part_.state) {
      const Shape shape = type(body().arguments[k]).shape;
      ValueId same = add(Op::same_bits, {body().results[k], body().arguments[k]}, {}, shape);
      if (!shape.empty()) {
        std::vector<int64_t> axes(shape.size());
        std::iota(axes.begin(), axes.end(), int64_t{0});
        same = add(Op::all, {same}, {axes, false}, {});
      }
      all = all == ir::kNone ? same : add(Op::logical_and, {all, same}, {}, {});
    }
    return all;
  }

  /// Appends the branch that computes or keeps the values, and returns its results. The last result tells whether they
  /// stay fixed from here on.
  std::vector<ValueId> choose(ValueId fixed, BlockId keep, BlockId compute, const std::vector<ValueId>& values) {
    std::vector<ir::TensorType> types;
    for (ValueId value : graph_.block(compute).results) types.push_back(type(value));
    const NodeId choice =
        graph_.append(body_, ops::def(Op::cond), {fixed}, {}, std::move(types), location_, {keep, compute});
    std::vector<NodeId>& nodes = body().nodes;
    nodes.pop_back();
    nodes.insert(nodes.begin() + static_cast<std::ptrdiff_t>(place_), choice);
    std::vector<ValueId> chosen = graph_.node(choice).results;
    for (size_t k = 0; k < values.size(); ++k) graph_.value(chosen[k]).name = graph_.value(values[k]).name;
    return chosen;
  }

  void replace(const std::vector<ValueId>& values, const std::vector<ValueId>& chosen) {
    for (size_t k = 0; k < values.size(); ++k) {
      const NodeId producer = graph_.value(values[k]).producer;
      if (producer != ir::kNone && is_in_part(producer)) replaced_.emplace(values[k], chosen[k]);
    }
    for (size_t k = 0; k < part_.state.size(); ++k) body().results[part_.state[k]] = chosen[k];
    const NodeId choice = graph_.value(chosen.back()).producer;
    for (NodeId id : body().nodes) {
      if (id != choice) replace_in(id);
    }
    std::ranges::for_each(body().results, [&](ValueId& value) { replace(value); });
  }
  void replace_in(NodeId id) {
    std::ranges::for_each(graph_.node(id).operands, [&](ValueId& value) { replace(value); });
    for (BlockId block : graph_.node(id).blocks) {
      for (NodeId inner : graph_.block(block).nodes) replace_in(inner);
      std::ranges::for_each(graph_.block(block).results, [&](ValueId& value) { replace(value); });
    }
  }
  void replace(ValueId& value) const {
    if (const auto found = replaced_.find(value); found != replaced_.end()) value = found->second;
  }

  ir::Graph& graph_;
  const NodeId loop_;
  const BlockId body_;
  const FixedPart& part_;
  const std::unordered_set<NodeId> nodes_;  // of the part
  std::vector<NodeId>& constants_;
  const SourceLocation location_;
  const size_t carried_;  // number of carried values before the change
  size_t place_ = 0;      // position of the branch in the body
  std::unordered_map<ValueId, ValueId> replaced_;
};

class FixedPoints {
 public:
  FixedPoints(ir::Graph& graph, const FixedPointLimits& limits) : graph_(graph), limits_(limits) {}

  bool run() {
    walk(graph_.body());
    put_first(graph_, constants_);
    return changed_;
  }

 private:
  /// Inner loops come first: in the enclosing loop they are nodes like others.
  void walk(BlockId block) {
    for (NodeId id : std::vector(graph_.block(block).nodes)) {
      for (BlockId inner : std::vector(graph_.node(id).blocks)) walk(inner);
      if (!is(graph_.node(id), Op::while_loop)) continue;
      const std::optional<FixedPart> part = find_fixed_part(graph_, id, limits_);
      if (!part) continue;
      Keeper(graph_, id, *part, constants_).run();
      changed_ = true;
    }
  }

  ir::Graph& graph_;
  const FixedPointLimits& limits_;
  std::vector<NodeId> constants_;
  bool changed_ = false;
};

}  // namespace

bool stop_at_fixed_points_within(ir::Graph& graph, const FixedPointLimits& limits) {
  return FixedPoints(graph, limits).run();
}

bool stop_at_fixed_points(ir::Graph& graph) {
  const char* text = std::getenv("AG_FIXED_POINTS_ALL");
  const bool all = text && std::string_view(text) == "1";
  return stop_at_fixed_points_within(graph, all ? FixedPointLimits::all() : FixedPointLimits());
}

}  // namespace ag::passes
