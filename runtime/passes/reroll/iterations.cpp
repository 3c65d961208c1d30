#include "passes/reroll/iterations.h"

#include <algorithm>
#include <unordered_map>

#include "passes/analysis/node_facts.h"
#include "tensor/convert.h"

namespace ag::passes {

namespace {

using ir::ValueId;
using kernel::IndexItem;
using Kind = IterationUse::Kind;

constexpr size_t kMaxKnownBytes = size_t{1} << 20;  // for the array of one known operand over all iterations

size_t bytes_of(const ir::TensorType& type) {
  return static_cast<size_t>(type.shape.element_count()) * item_size(type.dtype);
}

}  // namespace

size_t progression_length(const std::vector<int64_t>& numbers) {
  const auto difference = [&](size_t k) {
    return static_cast<uint64_t>(numbers[k]) - static_cast<uint64_t>(numbers[k - 1]);
  };
  size_t length = std::min<size_t>(numbers.size(), 2);
  while (length < numbers.size() && difference(length) == difference(1)) ++length;
  return length;
}

std::optional<Progression> progression_of(const std::vector<int64_t>& numbers) {
  if (progression_length(numbers) < numbers.size()) return {};
  const uint64_t first = static_cast<uint64_t>(numbers[0]);
  const uint64_t step = numbers.size() > 1 ? static_cast<uint64_t>(numbers[1]) - first : 0;
  return Progression{numbers[0], static_cast<int64_t>(step)};
}

void Iterations::list(ir::NodeId id, Iteration& iteration, std::vector<User>* users) const {
  const ir::Node& node = graph_.node(id);
  for (size_t k = 0; k < node.operands.size(); ++k) {
    iteration.uses.push_back(rewriter_.resolve(node.operands[k]));
    if (users) users->push_back({id, k});
  }
  if (has_subscripts(node)) {
    for (const IndexItem& item : kernel::decode(node.attributes)) {
      if (may_move(item)) iteration.places.push_back(item.start);
    }
  }
  for (ir::BlockId block : node.blocks) {
    const ir::Block& inner = graph_.block(block);
    iteration.values.insert(iteration.values.end(), inner.arguments.begin(), inner.arguments.end());
    for (ir::NodeId inside : inner.nodes) list(inside, iteration, users);
    for (ValueId result : inner.results) iteration.uses.push_back(rewriter_.resolve(result));
    if (users) users->insert(users->end(), inner.results.size(), User{});
  }
  iteration.values.insert(iteration.values.end(), node.results.begin(), node.results.end());
}

std::optional<size_t> Iterations::examine(const std::vector<ir::NodeId>& nodes, const Repeat& repeat,
                                          const std::vector<IterationUse>* uses,
                                          const std::function<UseAfterLoop(ValueId)>& use_behind) {
  iterations_.assign(repeat.count, {});
  users_.clear();
  std::unordered_map<ValueId, std::pair<size_t, size_t>> defined;  // iteration, value
  for (size_t k = 0; k < repeat.count; ++k) {
    for (size_t j = 0; j < repeat.period; ++j) {
      const ir::NodeId id = nodes[repeat.first + k * repeat.period + j];
      if (k > 0 && !same_form(graph_, nodes[repeat.first + j], id)) return k;
      list(id, iterations_[k], k == 0 ? &users_ : nullptr);
    }
    const std::vector<ValueId>& values = iterations_[k].values;
    for (size_t v = 0; v < values.size(); ++v) defined[values[v]] = {k, v};
  }
  const auto use_of = [&](size_t k, size_t u) -> IterationUse {
    const ValueId value = iterations_[k].uses[u];
    if (const auto found = defined.find(value); found != defined.end()) {
      const auto [from, v] = found->second;
      return from == k ? IterationUse{Kind::Inside, v, 0} : IterationUse{Kind::Carried, v, k - from};
    }
    const auto differs = [&](const Iteration& one) { return one.uses[u] != value; };
    return {constant_of(graph_, value) && std::ranges::any_of(iterations_, differs) ? Kind::Known : Kind::Outside};
  };
  const auto fits = [&](const IterationUse& use, size_t k, size_t u) {
    const ValueId value = iterations_[k].uses[u], first = iterations_[0].uses[u];
    if (use.kind == Kind::Inside || (use.kind == Kind::Carried && k >= use.distance)) return use_of(k, u) == use;
    if (defined.contains(value)) return false;
    if (use.kind == Kind::Carried) return begins(use, k, value);
    return use.kind == Kind::Outside ? value == first : constant_of(graph_, value) && type(value) == type(first);
  };
  // An iteration with enough predecessors determines the kinds of the uses.
  const size_t typical = std::min(kMaxDistance, repeat.count - 1), use_count = iterations_[0].uses.size();
  uses_.clear();
  carried_.clear();
  collected_.clear();
  for (size_t u = 0; u < use_count; ++u) {
    const IterationUse use = uses_.emplace_back(uses ? (*uses)[u] : use_of(typical, u));
    if (use.kind == Kind::Carried && use.distance > kMaxDistance) return kAll;
    for (size_t k = 0; k < repeat.count; ++k) {
      if (!fits(use, k, u)) return k;
    }
    // The elements of an array are not weak.
    const bool is_weak = use.kind == Kind::Known && type(iterations_[0].uses[u]).weak;
    if (use.kind == Kind::Known && bytes_of(type(iterations_[0].uses[u])) > kMaxKnownBytes / repeat.count) return kAll;
    if (is_weak && !progression_of_numbers(known_of(u)) && !takes_strong(users_[u])) return kAll;
  }
  size_t place = 0;
  for (size_t j = 0; j < repeat.period; ++j) {
    if (!slices_fit(nodes[repeat.first + j], place)) return kAll;
  }
  return examine_results(use_behind);
}

/// True if the node has the same results if that operand is not weak.
bool Iterations::takes_strong(const User& user) const {
  if (user.node == ir::kNone) return false;
  const ir::Node& node = graph_.node(user.node);
  if (node.op->has(ir::kHasBlocks) || !node.op->block->infer) return false;
  std::vector<ir::TensorType> operands;
  for (ValueId operand : node.operands) operands.push_back(type(operand));
  operands[user.operand].weak = false;
  const auto results = infer_results(node, operands, node.attributes);
  const auto is_same = [&](const ir::TensorType& found, ValueId result) { return found == type(result); };
  return results && std::ranges::equal(*results, node.results, is_same);
}

/// True if the loop may begin with this value. Records that it is carried.
bool Iterations::begins(const IterationUse& use, size_t iteration, ValueId initial) {
  if (type(initial) != type(iterations_[0].values[use.value])) return false;
  // A use with distance d is carried through all smaller distances.
  for (size_t distance = 1; distance <= use.distance; ++distance) {
    CarriedValue& carried = carry(use.value, distance);
    if (distance != use.distance - iteration) continue;
    if (carried.initial != ir::kNone && carried.initial != initial) return false;
    carried.initial = initial;
  }
  return true;
}

CarriedValue& Iterations::carry(size_t value, size_t distance) {
  for (CarriedValue& one : carried_) {
    if (one.value == value && one.distance == distance) return one;
  }
  return carried_.emplace_back(CarriedValue{value, distance});
}

/// Records a value as collected if one `stack` takes it of all iterations, in order. Returns whether it did.
bool Iterations::collect(size_t value, const std::function<UseAfterLoop(ValueId)>& use_behind) {
  const auto use_of = [&](size_t k) { return use_behind(iterations_[k].values[value]); };
  const UseAfterLoop first = use_of(0);
  const auto takes_another = [&](const CollectedValue& one) { return one.stack == first.stack; };
  if (first.stack == ir::kNone || std::ranges::any_of(collected_, takes_another)) return false;
  const ir::TensorType &row = type(iterations_[0].values[value]), &array = type(graph_.node(first.stack).results[0]);
  if (!array.shape.known() || row.dtype != array.dtype || !row.shape.known()) return false;
  for (size_t k = 1; k < iterations_.size(); ++k) {
    const UseAfterLoop use = use_of(k);
    if (use.stack != first.stack || use.place != first.place + k) return false;
  }
  collected_.push_back({value, first.stack, first.place});
  return true;
}

/// Records the values that nodes after the loop use as carried.
std::optional<size_t> Iterations::examine_results(const std::function<UseAfterLoop(ValueId)>& use_behind) {
  std::vector<bool> is_collected(iterations_[0].values.size());
  for (size_t v = 0; v < is_collected.size(); ++v) is_collected[v] = collect(v, use_behind);
  for (size_t k = iterations_.size(); k-- > 0;) {
    for (size_t v = 0; v < iterations_[k].values.size(); ++v) {
      const UseAfterLoop use = use_behind(iterations_[k].values[v]);
      if (!use.alone && (use.stack == ir::kNone || is_collected[v])) continue;
      const size_t distance = iterations_.size() - k;
      if (distance > kMaxDistance) return k;
      for (size_t d = 1; d <= distance; ++d) carry(v, d);
    }
  }
  // A carried value without an initial value needs an undefined one, which requires a known shape.
  const auto can_begin = [&](const CarriedValue& one) {
    const ir::TensorType& of = type(iterations_[0].values[one.value]);
    return one.initial != ir::kNone || (of.shape.known() && !of.weak);
  };
  return std::ranges::all_of(carried_, can_begin) ? std::optional<size_t>() : kAll;
}

std::vector<ValueId> Iterations::known_of(size_t use) const {
  std::vector<ValueId> known;
  for (const Iteration& one : iterations_) known.push_back(one.uses[use]);
  return known;
}

std::optional<std::vector<int64_t>> Iterations::integers_of(const std::vector<ValueId>& numbers) const {
  const ir::TensorType& of = type(numbers[0]);
  if (!is_integer(of.dtype) || of.dtype == DType::uint64 || !of.shape.empty()) return {};
  std::vector<int64_t> integers;
  for (ValueId number : numbers) integers.push_back(detail::read_scalar(*constant_of(graph_, number)->impl()).integer);
  return integers;
}

std::optional<Progression> Iterations::progression_of_numbers(const std::vector<ValueId>& numbers) const {
  const std::optional<std::vector<int64_t>> integers = integers_of(numbers);
  return integers ? progression_of(*integers) : std::nullopt;
}

size_t Iterations::regular_count() const {
  size_t count = iterations_.size();
  for (size_t u = 0; u < uses_.size(); ++u) {
    if (uses_[u].kind != Kind::Known) continue;
    if (const auto integers = integers_of(known_of(u))) count = std::min(count, progression_length(*integers));
  }
  for (size_t p = 0; p < place_count(); ++p) {
    if (const auto starts = starts_of(p)) count = std::min(count, progression_length(*starts));
  }
  return count;
}

std::optional<std::vector<int64_t>> Iterations::starts_of(size_t place) const {
  std::vector<int64_t> starts;
  for (const Iteration& one : iterations_) starts.push_back(one.places[place]);
  if (std::ranges::all_of(starts, [&](int64_t start) { return start == starts[0]; })) return {};
  return starts;
}

/// True if the bounds of moving slices lie inside the array, so that the slices differ in their starts only. `place` is
/// the index of the node's first start.
bool Iterations::slices_fit(ir::NodeId id, size_t& place) const {
  const ir::Node& node = graph_.node(id);
  if (has_subscripts(node)) {
    const Shape& shape = type(node.operands[0]).shape;
    const kernel::IndexItems items = kernel::decode(node.attributes);
    const std::vector<size_t> axes = shape.ranked() ? kernel::axes_of(items, shape.size()) : std::vector<size_t>();
    for (size_t k = 0; k < items.size(); ++k) {
      const IndexItem& item = items[k];
      if (!may_move(item)) continue;
      const std::optional<std::vector<int64_t>> starts = starts_of(place++);
      if (item.kind != IndexItem::Kind::Slice || !starts) continue;
      const int64_t extent = item.stop - item.start, length = axes.empty() ? unknown : shape[axes[k]];
      const auto is_inside = [&](int64_t start) { return start >= 0 && start + extent <= length; };
      if (extent <= 0 || length == unknown || !std::ranges::all_of(*starts, is_inside)) return false;
    }
  }
  return std::ranges::all_of(node.blocks, [&](ir::BlockId block) {
    return std::ranges::all_of(graph_.block(block).nodes, [&](ir::NodeId inner) { return slices_fit(inner, place); });
  });
}

}  // namespace ag::passes
