/// Full unrolling: a loop of few iterations, each of which reads other parts of arrays, becomes a sequence of nodes.
/// The elementwise operations of all iterations are then one loop over the elements, and no array is stored between
/// them.
///
/// The trip count is known, and no node of an iteration may fail, since an error names the iteration. The limit is that
/// of the pass `reroll`: a loop that tracing would leave unrolled is unrolled.
///
/// Programs that profit: filters and stencils whose taps a loop visits, polynomials with an array of coefficients, and
/// weighted sums of shifted arrays.
#include <algorithm>
#include <map>
#include <optional>

#include "exec/run_op.h"
#include "ops/trip_bound.h"
#include "passes/analysis/cost.h"
#include "passes/analysis/known_bounds.h"
#include "passes/analysis/node_facts.h"
#include "passes/passes.h"
#include "passes/reroll/reroll.h"
#include "passes/rewrite.h"
#include "tensor/convert.h"

namespace ag::passes {

namespace {

using ir::BlockId;
using ir::NodeId;
using ir::ValueId;
using ops::Op;

class Unroller {
 public:
  explicit Unroller(ir::Graph& graph) : graph_(graph), rewriter_(graph) {}

  bool run() {
    return rewriter_.walk_all([&](NodeId id, BlockId block, std::vector<NodeId>& out) {
      if (!is(graph_.node(id), Op::while_loop) || graph_.node(id).rolled) return false;
      const std::optional<ops::TripBound> bound = ops::trip_bound(graph_, id);
      return bound && bound->exact && pays(id, bound->most) && unroll(id, *bound, block, out);
    });
  }

 private:
  const ir::TensorType& type(ValueId value) const { return graph_.value(value).type; }
  bool is_array(ValueId value) const { return type(value).shape.known() && !type(value).shape.empty(); }
  bool is_number(ValueId value) const { return type(value).shape.ranked() && type(value).shape.empty(); }

  /// True if the iterations are short, and become one loop over the elements of arrays.
  bool pays(NodeId loop, int64_t count) const {
    const std::vector<NodeId>& nodes = graph_.block(graph_.node(loop).blocks[1]).nodes;
    const std::vector<NodeId>& test = graph_.block(graph_.node(loop).blocks[0]).nodes;
    if (count < 1 || std::ranges::any_of(test, [&](NodeId id) { return may_raise(graph_, id); })) return false;
    size_t cost = 0;
    bool reads = false, computes = false;
    for (NodeId id : nodes) {
      const ir::Node& node = graph_.node(id);
      const bool reads_part = is(node, Op::index), computes_elements = node.op->has(ir::kElementwise);
      if (!reads_part && !computes_elements && !node.op->has(ir::kView) && !is(node, Op::constant)) return false;
      if (!std::ranges::all_of(node.results, [&](ValueId result) { return type(result).shape.known(); })) return false;
      reads = reads || (reads_part && node.operands.size() > 1);
      computes = computes || (computes_elements && is_array(node.results[0]));
      if (!is_counting(node)) cost += compile_cost(graph_, node);
    }
    return reads && computes && cost * static_cast<size_t>(count) < RerollLimits().nodes;
  }
  /// True for a number that unrolling makes a constant.
  bool is_counting(const ir::Node& node) const {
    return is_number(node.results[0]) && is_integer(type(node.results[0]).dtype) && node.op->has(ir::kElementwise);
  }

  bool unroll(NodeId id, const ops::TripBound& bound, BlockId to, std::vector<NodeId>& out) {
    const ir::Node loop = graph_.node(id);
    const ir::Block body = graph_.block(loop.blocks[1]);
    made_.clear();
    ranges_.emplace(graph_);
    std::vector<ValueId> current = loop.operands;
    for (int64_t k = 0; k < bound.most; ++k) {
      values_.clear();
      for (size_t at = 0; at < current.size(); ++at) values_[body.arguments[at]] = current[at];
      const ValueId counter = body.arguments[bound.counter];
      values_[counter] = number(detail::scalar_of(bound.start + k * bound.step), type(counter), to, loop.location);
      for (NodeId inner : body.nodes) {
        if (!copy(inner, to)) return give_up();
      }
      for (size_t at = 0; at < current.size(); ++at) current[at] = value_of(rewriter_.resolve(body.results[at]));
    }
    for (size_t at = 0; at < current.size(); ++at) {
      if (!rewriter_.may_replace(loop.results[at], current[at])) return give_up();
    }
    for (size_t at = 0; at < current.size(); ++at) rewriter_.replace(loop.results[at], current[at]);
    out.insert(out.end(), made_.begin(), made_.end());
    discard(graph_, id);
    return true;
  }
  bool give_up() {
    for (NodeId node : made_) discard(graph_, node);
    return false;
  }

  ValueId value_of(ValueId value) const {
    const auto found = values_.find(value);
    return found == values_.end() ? value : found->second;
  }

  /// Copies a node of the current iteration. Returns false if the copy may fail.
  bool copy(NodeId id, BlockId to) {
    const ir::Node node = graph_.node(id);
    std::vector<ValueId> operands;
    for (ValueId operand : node.operands) operands.push_back(value_of(rewriter_.resolve(operand)));
    const ValueId result = node.results[0];
    if (const std::optional<Tensor> known = evaluated(node, operands)) {
      values_[result] = constant(*known, type(result), to, node.location);
      return true;
    }
    ir::Attributes attributes = node.attributes;
    if (take_known_bounds(graph_, *node.op, operands, attributes) && !is_valid(node, operands, attributes))
      return false;
    const ir::TensorType of = type(result);
    const NodeId made = graph_.append(to, *node.op, std::move(operands), std::move(attributes), {of}, node.location);
    graph_.block(to).nodes.pop_back();
    made_.push_back(made);
    const ValueId value = graph_.node(made).results[0];
    graph_.value(value).name = graph_.value(result).name;
    values_[result] = value;
    return !may_raise(graph_, made) || is_certainly_inside(graph_, *ranges_, graph_.node(made));
  }

  /// True if the type rule of a node accepts these operands and attributes.
  bool is_valid(const ir::Node& node, const std::vector<ValueId>& operands, const ir::Attributes& attributes) const {
    std::vector<ir::TensorType> types;
    for (ValueId operand : operands) types.push_back(type(operand));
    return infer_results(node, types, attributes).has_value();
  }

  /// Returns the number that a node computes of constants.
  std::optional<Tensor> evaluated(const ir::Node& node, const std::vector<ValueId>& operands) const {
    if (!is_counting(node)) return {};
    std::vector<detail::TensorImpl*> inputs;
    for (ValueId operand : operands) {
      const Tensor* const known = constant_of(graph_, operand);
      if (!known) return {};
      inputs.push_back(known->impl());
    }
    try {
      Tensor result = exec::run_op(*node.op, inputs, node.attributes, node.location);
      result.impl()->weak = type(node.results[0]).weak;
      return result;
    } catch (const Error&) {
      return {};
    }
  }

  ValueId number(detail::Scalar value, const ir::TensorType& of, BlockId to, SourceLocation location) {
    const Tensor made = detail::allocate(of.dtype, of.shape);
    detail::store_scalar(made.impl()->data(), of.dtype, value);
    made.impl()->weak = of.weak;
    return constant(made, of, to, location);
  }
  ValueId constant(const Tensor& value, const ir::TensorType& of, BlockId to, SourceLocation location) {
    const ir::TensorType exact = of;
    made_.push_back(make_node(graph_, to, Op::constant, {}, {value}, exact, location));
    return graph_.node(made_.back()).results[0];
  }

  ir::Graph& graph_;
  Rewriter rewriter_;
  std::map<ValueId, ValueId> values_;  // of the current iteration, by value of the body
  std::optional<Ranges> ranges_;       // before the current loop is unrolled
  std::vector<NodeId> made_;           // of the current loop, in no list of a block yet
};

}  // namespace

bool unroll_short_loops(ir::Graph& graph) { return Unroller(graph).run(); }

}  // namespace ag::passes
