#include "passes/analysis/ranges.h"

#include <algorithm>

#include "ops/table.h"
#include "passes/analysis/node_facts.h"
#include "tensor/convert.h"

namespace ag::passes {

namespace {

using ir::ValueId;
using ops::Op;

constexpr int kMaxChain = 32;  // of chains of definitions

/// Returns the range of a dtype.
IntegerRange limits_of(DType dtype) {
  const int bits = static_cast<int>(item_size(dtype)) * 8;
  const bool has_sign = category(dtype) == Category::Signed;
  const WideInteger most = (WideInteger{1} << (has_sign ? bits - 1 : bits)) - 1;
  return {has_sign ? -most - 1 : 0, most};
}

bool is_within(IntegerRange inner, IntegerRange outer) { return inner.low >= outer.low && inner.high <= outer.high; }

IntegerRange either(IntegerRange a, IntegerRange b) { return {std::min(a.low, b.low), std::max(a.high, b.high)}; }

/// Range of a % b, which has the sign of a.
IntegerRange of_remainder(IntegerRange a, IntegerRange b) {
  const WideInteger most = b.high - 1;
  return {a.low >= 0 ? 0 : std::max(a.low, -most), a.high <= 0 ? 0 : std::min(a.high, most)};
}

/// Returns the number of which a value is an exact conversion to a wider dtype, or the value itself.
ValueId narrowed(const ir::Graph& graph, ValueId value) {
  const ir::NodeId producer = graph.value(value).producer;
  if (producer == ir::kNone || !graph.node(producer).op->has(ir::kConverts)) return value;
  const ValueId from = graph.node(producer).operands[0];
  const ir::TensorType &narrow = graph.value(from).type, &wide = graph.value(value).type;
  if (!is_integer_number(narrow) || !is_integer_number(wide)) return value;
  return is_within(limits_of(narrow.dtype), limits_of(wide.dtype)) ? from : value;
}

bool is_small(IntegerRange range) {
  constexpr WideInteger kMax = WideInteger{1} << 62;
  return range.low > -kMax && range.high < kMax;
}

}  // namespace

bool is_integer_number(const ir::TensorType& type) {
  return is_integer(type.dtype) && type.shape.ranked() && type.shape.empty();
}

IntegerRange Ranges::of(ValueId value) {
  if (const auto found = known_.find(value); found != known_.end()) return found->second;
  const IntegerRange all = limits_of(graph_.value(value).type.dtype);
  if (depth_ >= kMaxChain) return all;
  // A loop-carried value may depend on itself. The recursive query then returns the full range.
  known_[value] = all;
  ++depth_;
  const IntegerRange range = computed(value);
  --depth_;
  return known_[value] = is_within(range, all) ? range : all;
}

IntegerRange Ranges::computed(ValueId value) {
  const IntegerRange all = limits_of(graph_.value(value).type.dtype);
  const ir::NodeId producer = graph_.value(value).producer;
  return producer == ir::kNone ? carried(value, all) : of_node(graph_.node(producer), all);
}

IntegerRange Ranges::of_node(const ir::Node& node, IntegerRange all) {
  const auto takes_integers = [&] {
    return std::ranges::all_of(node.operands,
                               [&](ValueId operand) { return is_integer_number(graph_.value(operand).type); });
  };
  if (is(node, Op::constant)) {
    const detail::Scalar number = detail::read_scalar(*std::get<Tensor>(node.attributes[0]).impl());
    return all.low < 0 || number.integer >= 0 ? IntegerRange{number.integer, number.integer} : all;
  }
  if (is(node, Op::where) && is_integer_number(graph_.value(node.operands[1]).type) &&
      is_integer_number(graph_.value(node.operands[2]).type)) {
    return either(of(node.operands[1]), of(node.operands[2]));
  }
  if (node.operands.empty() || node.results.size() != 1 || !takes_integers()) return all;
  const IntegerRange a = of(node.operands[0]);
  if (node.op->has(ir::kConverts)) return a;
  if (node.operands.size() == 1) return all;
  const IntegerRange b = of(node.operands[1]);
  if (is(node, Op::add)) return {a.low + b.low, a.high + b.high};
  if (is(node, Op::subtract)) return {a.low - b.high, a.high - b.low};
  if (is(node, Op::minimum)) return {std::min(a.low, b.low), std::min(a.high, b.high)};
  if (is(node, Op::maximum)) return {std::max(a.low, b.low), std::max(a.high, b.high)};
  if (is(node, Op::clip)) {
    const IntegerRange c = of(node.operands[2]);
    return {std::min(std::max(a.low, b.low), c.low), std::min(std::max(a.high, b.high), c.high)};
  }
  if (is(node, Op::multiply) && a.low >= 0 && b.low >= 0 && is_small(a) && is_small(b)) {
    return {a.low * b.low, a.high * b.high};
  }
  if (b.low <= 0) return all;
  if (is(node, Op::fmod)) return of_remainder(a, b);
  if (is(node, Op::remainder)) return a.low >= 0 ? of_remainder(a, b) : IntegerRange{0, b.high - 1};
  if ((is(node, Op::divide) || is(node, Op::floor_divide)) && a.low >= 0) return {a.low / b.high, a.high / b.low};
  return all;
}

/// Range of an argument of a loop's body: the union of the initial value and the next value, restricted by the test. A
/// number that grows by a constant, and that the test stops before it wraps around, is never less than its initial
/// value.
IntegerRange Ranges::carried(ValueId argument, IntegerRange all) {
  const ir::BlockId home = graph_.value(argument).block;
  const ir::NodeId owner = graph_.block(home).owner;
  if (owner == ir::kNone || !is(graph_.node(owner), Op::while_loop)) return all;
  const ir::Node& loop = graph_.node(owner);
  const ir::Block& own = graph_.block(home);
  const auto k = static_cast<size_t>(std::ranges::find(own.arguments, argument) - own.arguments.begin());
  const ir::Block &test = graph_.block(loop.blocks[0]), &body = graph_.block(loop.blocks[1]);
  if (k >= loop.operands.size() || k >= body.results.size()) return all;
  const ValueId initial = loop.operands[k], next = body.results[k];
  const DType dtype = graph_.value(argument).type.dtype;
  for (ValueId value : {initial, next}) {
    if (!is_integer_number(graph_.value(value).type) || graph_.value(value).type.dtype != dtype) return all;
  }
  const IntegerRange first = of(initial);
  if (next == body.arguments[k]) return first;
  if (home != loop.blocks[1]) return all;
  const std::optional<WideInteger> by = step_of(argument, next);
  const IntegerRange passing = tested(loop.blocks[0], test.results[0], {test.arguments[k], first, by}, all);
  const bool grows = by && *by > 0 && passing.high + *by <= all.high,
             shrinks = by && *by < 0 && passing.low + *by >= all.low;
  // The range of `next` is not asked for where the step decides: it would be found under the assumption that this range
  // is full, and remembered.
  IntegerRange range = grows     ? IntegerRange{first.low, all.high}
                       : shrinks ? IntegerRange{all.low, first.high}
                                 : either(first, of(next));
  range = {std::max(range.low, passing.low), std::min(range.high, passing.high)};
  if ((!grows && !shrinks) || first.low != first.high || range.low > range.high) return range;
  // The last iteration of a known progression.
  if (grows) return {range.low, first.low + (range.high - first.low) / *by * *by};
  return {first.low - (first.low - range.low) / -*by * -*by, range.high};
}

/// Returns the constant by which `next` differs from `argument`, of the same dtype; nullopt for other values.
std::optional<WideInteger> Ranges::step_of(ValueId argument, ValueId next) const {
  if (next == argument) return 0;
  const ir::NodeId producer = graph_.value(next).producer;
  if (producer == ir::kNone) return {};
  const ir::Node& node = graph_.node(producer);
  const bool adds = is(node, Op::add);
  if (!adds && !is(node, Op::subtract)) return {};
  const size_t from = adds && node.operands[1] == argument ? 1 : 0;
  const Tensor* const constant = constant_of(graph_, node.operands[1 - from]);
  if (node.operands[from] != argument || !constant) return {};
  if (graph_.value(node.operands[1 - from]).type.dtype != graph_.value(argument).type.dtype) return {};
  const WideInteger number = detail::read_scalar(*constant->impl()).integer;
  return adds ? number : -number;
}

/// Range of an argument under the assumption that the test of a loop holds. The test compares the argument, or its sum
/// with a constant. Such a sum does not wrap around if the initial one does not, the argument moves toward the limit by
/// a constant, and the step after the limit does not wrap around either.
IntegerRange Ranges::tested(ir::BlockId test, ValueId verdict, const Induction& argument, IntegerRange all) {
  const ir::NodeId producer = graph_.value(verdict).producer;
  if (producer == ir::kNone || graph_.node(producer).block != test) return all;
  const ir::Node& node = graph_.node(producer);
  if (is(node, Op::logical_and)) {
    const IntegerRange a = tested(test, node.operands[0], argument, all),
                       b = tested(test, node.operands[1], argument, all);
    return {std::max(a.low, b.low), std::min(a.high, b.high)};
  }
  const bool less = is(node, Op::less), less_equal = is(node, Op::less_equal), greater = is(node, Op::greater),
             greater_equal = is(node, Op::greater_equal);
  if (!less && !less_equal && !greater && !greater_equal) return all;
  const std::optional<WideInteger> left = step_of(argument.value, narrowed(graph_, node.operands[0])),
                                   right = step_of(argument.value, narrowed(graph_, node.operands[1]));
  if (left.has_value() == right.has_value()) return all;
  const ValueId limit = node.operands[left ? 1 : 0];
  if (!is_integer_number(graph_.value(limit).type)) return all;
  if (graph_.value(limit).type.dtype != graph_.value(node.operands[left ? 0 : 1]).type.dtype) return all;
  const WideInteger more = left ? *left : *right, open = less || greater ? 1 : 0;
  const bool is_upper = (less || less_equal) == left.has_value();
  const IntegerRange range = of(limit);
  const WideInteger bound = is_upper ? range.high - open : range.low + open;
  if (more != 0) {
    const IntegerRange initial{argument.initial.low + more, argument.initial.high + more};
    if (!argument.step || (is_upper ? *argument.step < 0 : *argument.step > 0)) return all;
    const WideInteger next = bound + *argument.step;
    if (!is_within(initial, all) || !is_within({std::min(bound, next), std::max(bound, next)}, all)) return all;
  }
  if (is_upper) return {all.low, bound - more};
  return {bound - more, all.high};
}

IntegerSum sum_of(const ir::Graph& graph, ir::ValueId value) {
  constexpr int kMaxSteps = 8;  // length of the chain
  const auto type = [&](ir::ValueId of) -> const ir::TensorType& { return graph.value(of).type; };
  IntegerSum sum{value, 0};
  for (int k = 0; k < kMaxSteps; ++k) {
    const ir::NodeId producer = graph.value(sum.base).producer;
    if (producer == ir::kNone) break;
    if (const ir::ValueId narrow = narrowed(graph, sum.base); narrow != sum.base) {
      sum.base = narrow;
      continue;
    }
    const ir::Node& node = graph.node(producer);
    const bool adds = is(node, ops::Op::add);
    if (!adds && !is(node, ops::Op::subtract)) break;
    const size_t known = adds && constant_of(graph, node.operands[0]) ? 0 : 1;
    const Tensor* const constant = constant_of(graph, node.operands[known]);
    const ir::ValueId other = node.operands[1 - known];
    if (!constant || !is_integer_number(type(node.operands[known])) || !is_integer_number(type(other))) break;
    const WideInteger number = detail::read_scalar(*constant->impl()).integer;
    sum = {other, sum.more + (adds ? number : -number)};
  }
  return sum;
}

}  // namespace ag::passes
