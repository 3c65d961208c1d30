#include "passes/reroll/rolled_loop.h"

#include <algorithm>
#include <utility>

#include "passes/analysis/node_facts.h"
#include "tensor/convert.h"

namespace ag::passes {

namespace {

using ir::BlockId;
using ir::NodeId;
using ir::ValueId;
using kernel::IndexItem;
using ops::Op;

class LoopBuilder {
 public:
  LoopBuilder(ir::Graph& graph, BlockId block, const Iterations& iterations, SharedConstants& constants,
              SourceLocation location)
      : graph_(graph),
        block_(block),
        test_(graph.add_block(block)),
        body_(graph.add_block(block)),
        iterations_(iterations),
        constants_(constants),
        location_(location) {}

  RolledLoop build(const std::vector<NodeId>& nodes, const Repeat& repeat) {
    for (const CarriedValue& one : iterations_.carried()) {
      const ir::Value value = graph_.value(iterations_.values(0)[one.value]);
      begin(one.initial != ir::kNone ? one.initial : undefined(value.type), value.name);
    }
    for (const CollectedValue& one : iterations_.collected()) {
      begin(undefined(type(graph_.node(one.stack).results[0])), {});
    }
    counter(kCounted);
    compute_known();
    copies_.assign(iterations_.values(0).size(), ir::kNone);
    for (size_t j = 0; j < repeat.period; ++j) copy(nodes[repeat.first + j], body_);
    finish(static_cast<int64_t>(repeat.count));
    return std::move(rolled_);
  }

 private:
  static inline const ir::TensorType kCounted{DType::int64, Shape{}};
  static constexpr IndexItem kComputed{IndexItem::Kind::Integer, IndexItem::Bound::Operand};

  const ir::TensorType& type(ValueId value) const { return graph_.value(value).type; }

  void begin(ValueId initial, const std::string& name) {
    const ir::TensorType of = type(initial);
    initial_.push_back(initial);
    graph_.add_argument(test_, of, name);
    states_.push_back(graph_.add_argument(body_, of, name));
  }
  /// Returns an undefined initial value, for a value that is carried only because of a use after the loop.
  ValueId undefined(const ir::TensorType& of) {
    rolled_.in_front.push_back(make_node(graph_, block_, Op::undefined, {}, {of.dtype, of.shape}, of, location_));
    return graph_.node(rolled_.in_front.back()).results[0];
  }

  /// Adds the next values of the loop, its test, and the loop itself.
  void finish(int64_t count) {
    const std::vector<CarriedValue>& carried = iterations_.carried();
    std::vector<ir::TensorType> types;
    std::vector<ValueId> next;
    for (ValueId state : states_) types.push_back(type(state));
    for (const CarriedValue& one : carried)
      next.push_back(one.distance == 1 ? copies_[one.value] : state(one.value, one.distance - 1));
    for (const CollectedValue& one : iterations_.collected()) next.push_back(collect(states_[next.size()], one));
    const size_t counter_at = next.size();
    for (const Counter& one : counters_) {
      types.push_back(one.type);
      initial_.push_back(one.initial);
      next.push_back(compute(Op::add, one.argument, integer(1, one.type)));
    }
    graph_.block(body_).results = std::move(next);
    const ValueId counted = graph_.block(test_).arguments[counter_at], limit = integer(count, kCounted);
    const NodeId verdict =
        graph_.append(test_, ops::def(Op::less), {counted, limit}, {}, {{DType::boolean, Shape{}}}, location_);
    graph_.block(test_).results = graph_.node(verdict).results;
    rolled_.loop =
        graph_.append(block_, ops::def(Op::while_loop), initial_, {}, std::move(types), location_, {test_, body_});
    graph_.block(block_).nodes.pop_back();
    graph_.node(rolled_.loop).rolled = true;
    for (size_t k = 0; k < states_.size(); ++k) {
      graph_.value(graph_.node(rolled_.loop).results[k]).name = graph_.value(states_[k]).name;
    }
  }

  /// Returns the array with the value of this iteration assigned to its row.
  ValueId collect(ValueId array, const CollectedValue& one) {
    const ValueId row = advance({static_cast<int64_t>(one.first), 1}, kCounted);
    const NodeId node = graph_.append(body_, ops::def(Op::index_update), {array, copies_[one.value], row},
                                      kernel::encode({kComputed}), {type(array)}, location_);
    return graph_.node(node).results[0];
  }

  ValueId state(size_t value, size_t distance) const {
    const auto is_it = [&](const CarriedValue& one) { return one.value == value && one.distance == distance; };
    const auto found = std::ranges::find_if(iterations_.carried(), is_it);
    return states_[static_cast<size_t>(found - iterations_.carried().begin())];
  }

  /// Copies a node of the first iteration into the loop.
  void copy(NodeId id, BlockId to) {
    const ir::Node node = graph_.node(id);
    std::vector<ValueId> operands;
    for (size_t k = 0; k < node.operands.size(); ++k) operands.push_back(used());
    ir::Attributes attributes = node.attributes;
    if (has_subscripts(node)) attributes = move_subscripts(node, operands);
    std::vector<BlockId> blocks;
    for (BlockId block : node.blocks) blocks.push_back(copy_block(ir::Block(graph_.block(block)), to));
    std::vector<ir::TensorType> types;
    for (ValueId result : node.results) types.push_back(type(result));
    const NodeId made = graph_.append(to, *node.op, std::move(operands), std::move(attributes), std::move(types),
                                      node.location, std::move(blocks));
    graph_.node(made).rolled = node.rolled;
    for (size_t k = 0; k < node.results.size(); ++k) {
      const ValueId result = graph_.node(made).results[k];
      graph_.value(result).name = graph_.value(node.results[k]).name;
      copies_[value_++] = result;
    }
  }
  BlockId copy_block(const ir::Block& block, BlockId parent) {
    const BlockId made = graph_.add_block(parent);
    for (ValueId argument : block.arguments) {
      const ir::Value value = graph_.value(argument);
      copies_[value_++] = graph_.add_argument(made, value.type, value.name);
    }
    for (NodeId inner : block.nodes) copy(inner, made);
    std::vector<ValueId> results;
    for (size_t k = 0; k < block.results.size(); ++k) results.push_back(used());
    graph_.block(made).results = std::move(results);
    return made;
  }

  /// Returns the value in the loop for the next use of the copied iteration.
  ValueId used() {
    const size_t at = use_++;
    const IterationUse& use = iterations_.uses()[at];
    switch (use.kind) {
      case IterationUse::Kind::Inside:
        return copies_[use.value];
      case IterationUse::Kind::Carried:
        return state(use.value, use.distance);
      case IterationUse::Kind::Known:
        return known_[at];
      case IterationUse::Kind::Outside:
        break;
    }
    return iterations_.used(0, at);
  }

  /// Turns the starts of moving subscripts into operands.
  ir::Attributes move_subscripts(const ir::Node& node, std::vector<ValueId>& operands) {
    kernel::IndexItems items = kernel::decode(node.attributes);
    auto operand = operands.begin() + (is(node, Op::index) ? 1 : 2);
    for (IndexItem& item : items) {
      const ValueId start = may_move(item) ? starts_[place_++] : ir::kNone;
      if (start == ir::kNone) {
        operand += static_cast<std::ptrdiff_t>(item.operand_count());
        continue;
      }
      operand = operands.insert(operand, start) + 1;
      item.start_is = IndexItem::Bound::Operand;
      if (item.kind == IndexItem::Kind::Slice) {
        item.stop_is = IndexItem::Bound::Extent;
        item.stop -= item.start;
      }
      item.start = 0;
    }
    return kernel::encode(items);
  }

  // ---- known values that differ per iteration ----

  struct Counter {
    ir::TensorType type;
    ValueId initial, argument;
  };
  /// Returns the index of the iteration, in the given type.
  ValueId counter(const ir::TensorType& of) {
    for (const Counter& one : counters_) {
      if (one.type == of) return one.argument;
    }
    graph_.add_argument(test_, of);
    counters_.push_back({of, integer(0, of), graph_.add_argument(body_, of)});
    return counters_.back().argument;
  }

  void compute_known() {
    known_.assign(iterations_.uses().size(), ir::kNone);
    for (size_t u = 0; u < known_.size(); ++u) {
      if (iterations_.uses()[u].kind == IterationUse::Kind::Known) known_[u] = known(iterations_.known_of(u));
    }
    for (size_t p = 0; p < iterations_.place_count(); ++p) {
      const std::optional<std::vector<int64_t>> starts = iterations_.starts_of(p);
      starts_.push_back(starts ? start(*starts) : ir::kNone);
    }
  }
  ValueId known(const std::vector<ValueId>& values) {
    const ir::TensorType of = type(values[0]);
    if (const std::optional<Progression> numbers = iterations_.progression_of_numbers(values))
      return advance(*numbers, of);
    std::vector<int64_t> dims{static_cast<int64_t>(values.size())};
    dims.insert(dims.end(), of.shape.dims().begin(), of.shape.dims().end());
    const Tensor array = detail::allocate(of.dtype, Shape(dims));
    std::byte* to = array.impl()->data();
    for (ValueId value : values) {
      const Tensor one = detail::make_contiguous(*constant_of(graph_, value));
      to = std::copy_n(one.impl()->data(), static_cast<size_t>(of.shape.element_count()) * item_size(of.dtype), to);
    }
    return element(array, of.shape);
  }
  ValueId start(const std::vector<int64_t>& starts) {
    if (const std::optional<Progression> progression = progression_of(starts)) return advance(*progression, kCounted);
    const Tensor array = detail::allocate(DType::int64, Shape{static_cast<int64_t>(starts.size())});
    std::ranges::copy(starts, reinterpret_cast<int64_t*>(array.impl()->data()));
    return element(array, {});
  }
  ValueId advance(const Progression& numbers, const ir::TensorType& of) {
    const ValueId moved = compute(Op::multiply, counter(of), integer(numbers.step, of));
    return compute(Op::add, moved, integer(numbers.first, of));
  }
  /// Returns the element of an array of known values for this iteration.
  ValueId element(const Tensor& array, const Shape& shape) {
    const ValueId known = constant(array, {array.dtype(), array.shape()});
    const NodeId node = graph_.append(body_, ops::def(Op::index), {known, counter(kCounted)},
                                      kernel::encode({kComputed}), {{array.dtype(), shape}}, location_);
    return graph_.node(node).results[0];
  }
  ValueId compute(Op op, ValueId a, ValueId b) {
    const NodeId node = graph_.append(body_, ops::def(op), {a, b}, {}, {type(a)}, location_);
    return graph_.node(node).results[0];
  }
  ValueId integer(int64_t number, const ir::TensorType& of) {
    const Tensor value = detail::allocate(of.dtype, of.shape);
    detail::store_scalar(value.impl()->data(), of.dtype, detail::scalar_of(number));
    value.impl()->weak = of.weak;
    return constant(value, of);
  }
  ValueId constant(const Tensor& value, const ir::TensorType& of) { return constants_.of(value, of, location_); }

  ir::Graph& graph_;
  const BlockId block_, test_, body_;
  const Iterations& iterations_;
  SharedConstants& constants_;
  const SourceLocation location_;
  RolledLoop rolled_;
  std::vector<ValueId> initial_, states_;   // of the carried values
  std::vector<Counter> counters_;           // carried after the states
  std::vector<ValueId> known_, starts_;     // by use, and by place
  std::vector<ValueId> copies_;             // by value
  size_t use_ = 0, value_ = 0, place_ = 0;  // the next ones of the copied iteration
};

}  // namespace

void SharedConstants::know_those_of_graph() {
  if (std::exchange(knows_graph_, true)) return;
  for (NodeId id : graph_.block(graph_.body()).nodes) {
    const ir::Node& node = graph_.node(id);
    if (is(node, Op::constant)) known_.emplace(ir::hash(node.attributes[0]), node.results[0]);
  }
}

ValueId SharedConstants::of(const Tensor& value, const ir::TensorType& type, SourceLocation location) {
  know_those_of_graph();
  const ir::Attribute attribute = value;
  const size_t hash = ir::hash(attribute);
  for (auto [at, end] = known_.equal_range(hash); at != end; ++at) {
    const ir::Value& found = graph_.value(at->second);
    if (found.type == type && ir::equal(graph_.node(found.producer).attributes[0], attribute)) return at->second;
  }
  made_.push_back(make_node(graph_, graph_.body(), Op::constant, {}, {value}, type, location));
  return known_.emplace(hash, graph_.node(made_.back()).results[0])->second;
}

RolledLoop roll(ir::Graph& graph, BlockId block, const std::vector<NodeId>& nodes, const Repeat& repeat,
                const Iterations& iterations, SharedConstants& constants) {
  const SourceLocation location = graph.node(nodes[repeat.first]).location;
  return LoopBuilder(graph, block, iterations, constants, location).build(nodes, repeat);
}

}  // namespace ag::passes
