#include "passes/analysis/node_facts.h"

#include <algorithm>

#include "exec/run_op.h"
#include "kernel/scalar/scalar_builder.h"
#include "ops/table.h"
#include "passes/analysis/known_bounds.h"

namespace ag::passes {

namespace {

using ops::Op;

constexpr int kMaxVisitedNodes = 32;  // limit on the nodes that is_surely_defined visits

/// Operations besides elementwise ones that never fail if the shapes of operands and results are known and no operand
/// is empty. Their type rules detect every error.
constexpr Op kTotal[] = {
    Op::all,
    Op::any,
    Op::argmax,
    Op::argmin,
    Op::astype,
    Op::astype_weak,
    Op::bitcast,
    Op::concat,
    Op::constant,
    Op::count_nonzero,
    Op::cumulative_prod,
    Op::cumulative_sum,
    Op::dim,
    Op::expand_dims,
    Op::eye,
    Op::flip,
    Op::full,
    Op::identity,
    Op::log_softmax,
    Op::logsumexp,
    Op::matmul,
    Op::max,
    Op::mean,
    Op::min,
    Op::permute_dims,
    Op::prod,
    Op::reshape,
    Op::shape,
    Op::softmax,
    Op::sort,
    Op::squeeze,
    Op::stack,
    Op::stop_gradient,
    Op::sum,
    Op::tril,
    Op::triu,
    Op::undefined,
    Op::argsort,
    Op::broadcast_to,
};

/// Interprets a scalar rule abstractly: records whether it has checks, and whether a check depends on an operand other
/// than the last.
class Probe : public kernel::ScalarBuilder {
 public:
  static constexpr kernel::Register kLast = 0, kOther = 1;

  kernel::Register constant(DType, uint64_t) override { return kLast; }
  kernel::Register emit(kernel::Primitive, DType, std::initializer_list<kernel::Register> operands) override {
    return std::max(operands);
  }
  void check(kernel::Register condition, ErrorKind, const char*) override {
    checks_ = true;
    others_ = others_ || condition == kOther;
  }
  bool checks() const { return checks_; }
  bool checks_others() const { return others_; }

 private:
  bool checks_ = false, others_ = false;
};

/// Runs an elementwise operation with its last operand, which is known, and with zeros as the others. Returns whether
/// it succeeds.
bool takes_last(const ir::Graph& graph, const ir::Node& node) {
  const Tensor* last = constant_of(graph, node.operands.back());
  if (!last) return false;
  std::vector<Tensor> operands;
  std::vector<detail::TensorImpl*> inputs;
  for (size_t k = 0; k + 1 < node.operands.size(); ++k) {
    operands.push_back(detail::scalar_tensor({}, graph.value(node.operands[k]).type.dtype));
    inputs.push_back(operands.back().impl());
  }
  inputs.push_back(last->impl());
  try {
    exec::run_op(*node.op, inputs, node.attributes, node.location);
    return true;
  } catch (const Error&) {
    return false;
  }
}

/// True if the shapes of the operands may not fit at run time. They fit if they are known, because the type rule
/// accepted them, or if all operands but one are numbers.
bool shapes_may_differ(const ir::Graph& graph, const ir::Node& node) {
  size_t arrays = 0;
  bool known = true;
  for (ir::ValueId operand : node.operands) {
    const Shape& shape = graph.value(operand).type.shape;
    arrays += !shape.ranked() || !shape.empty();
    known = known && shape.known();
  }
  return !known && arrays > 1;
}

bool elements_may_raise(const ir::Graph& graph, const ir::Node& node) {
  if (!node.op->block->scalar) return true;
  Probe probe;
  std::vector<kernel::Register> operands(node.operands.size(), Probe::kOther);
  operands.back() = Probe::kLast;
  kernel::ScalarContext context{probe, operands, graph.value(node.operands.back()).type.dtype, node.attributes};
  if (node.op->block->scalar(context) == ir::kNotScalar) return true;
  return probe.checks() && (probe.checks_others() || !takes_last(graph, node));
}

/// True for an arange of known length, whose step is not 0.
bool has_known_length(const ir::Node& node) {
  return is(node, Op::arange) && std::get<int64_t>(node.attributes[0]) != unknown;
}

bool is_filled(const ir::Graph& graph, ir::ValueId value) {
  const Shape& shape = graph.value(value).type.shape;
  return shape.known() && shape.element_count() > 0;
}

}  // namespace

const Tensor* constant_of(const ir::Graph& graph, ir::ValueId value) {
  const ir::NodeId producer = graph.value(value).producer;
  if (producer == ir::kNone) return nullptr;
  const ir::Node& node = graph.node(producer);
  return is(node, ops::Op::constant) ? &std::get<Tensor>(node.attributes.front()) : nullptr;
}

bool may_raise(const ir::Graph& graph, ir::NodeId id) {
  const ir::Node& node = graph.node(id);
  if (node.op->has(ir::kEffect) || is(node, Op::while_loop)) return true;
  if (node.op->has(ir::kHasBlocks)) {
    return std::ranges::any_of(node.blocks, [&](ir::BlockId block) {
      return std::ranges::any_of(graph.block(block).nodes, [&](ir::NodeId inner) { return may_raise(graph, inner); });
    });
  }
  if (node.op->has(ir::kElementwise)) return shapes_may_differ(graph, node) || elements_may_raise(graph, node);
  if (has_known_bounds(graph, node)) return false;
  const bool is_total = std::ranges::any_of(kTotal, [&](Op op) { return is(node, op); }) || has_known_length(node);
  const auto filled = [&](ir::ValueId value) { return is_filled(graph, value); };
  return !is_total || !std::ranges::all_of(node.operands, filled) || !std::ranges::all_of(node.results, filled);
}

bool has_failing_elements(const ir::Graph& graph, ir::NodeId node) {
  return elements_may_raise(graph, graph.node(node));
}

namespace {

/// `left` is the number of nodes that may still be visited.
bool is_defined(const ir::Graph& graph, ir::ValueId value, int& left) {
  const ir::NodeId producer = graph.value(value).producer;
  if (producer == ir::kNone) return graph.value(value).block == graph.body();
  const ir::Node& node = graph.node(producer);
  if (--left < 0 || node.op->has(ir::kHasBlocks) || may_raise(graph, producer)) return false;
  return std::ranges::all_of(node.operands, [&](ir::ValueId operand) { return is_defined(graph, operand, left); });
}

void count_uses_in(const ir::Graph& graph, ir::BlockId block, std::vector<int>& uses) {
  for (ir::NodeId id : graph.block(block).nodes) {
    const ir::Node& node = graph.node(id);
    for (ir::ValueId operand : node.operands) ++uses[static_cast<size_t>(operand)];
    for (ir::BlockId inner : node.blocks) count_uses_in(graph, inner, uses);
  }
  for (ir::ValueId result : graph.block(block).results) ++uses[static_cast<size_t>(result)];
}

}  // namespace

bool is_surely_defined(const ir::Graph& graph, ir::ValueId value) {
  int left = kMaxVisitedNodes;
  return is_defined(graph, value, left);
}

std::vector<int> count_uses(const ir::Graph& graph) {
  std::vector<int> uses(graph.value_count());
  count_uses_in(graph, graph.body(), uses);
  return uses;
}

}  // namespace ag::passes
