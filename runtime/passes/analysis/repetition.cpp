#include "passes/analysis/repetition.h"

#include <algorithm>
#include <utility>

#include "ops/table.h"
#include "passes/analysis/equivalence.h"

namespace ag::passes {

namespace {

using kernel::IndexItem;

constexpr size_t kMaxTried = 8;  // periods; the first nodes of an iteration may occur several times in it
constexpr size_t kNowhere = static_cast<size_t>(-1);

/// Returns the attributes of a node that all nodes of its form share.
ir::Attributes fixed_attributes(const ir::Node& node) {
  if (!has_subscripts(node)) return node.attributes;
  kernel::IndexItems items = kernel::decode(node.attributes);
  for (IndexItem& item : items) {
    if (!may_move(item)) continue;
    if (item.kind == IndexItem::Kind::Slice) item.stop -= item.start;
    item.start = 0;
  }
  return kernel::encode(items);
}

size_t hash_type(const ir::TensorType& type) {
  size_t seed = mix(static_cast<size_t>(type.dtype), type.weak ? 1 : 0);
  if (!type.shape.ranked()) return mix(seed, 1);
  for (size_t axis = 0; axis < type.shape.size(); ++axis) seed = mix(seed, static_cast<size_t>(type.shape[axis]));
  return mix(seed, type.shape.size() + 2);
}

}  // namespace

bool has_subscripts(const ir::Node& node) { return is(node, ops::Op::index) || is(node, ops::Op::index_update); }

bool may_move(const IndexItem& item) {
  if (item.start_is != IndexItem::Bound::Number) return false;
  return item.kind == IndexItem::Kind::Integer ||
         (item.kind == IndexItem::Kind::Slice && item.stop_is == IndexItem::Bound::Number && item.step == 1);
}

size_t hash_form(const ir::Graph& graph, ir::NodeId id) {
  const ir::Node& node = graph.node(id);
  size_t seed = mix(reinterpret_cast<size_t>(node.op), node.operands.size());
  seed = mix(mix(seed, node.location.line()), node.location.column());
  for (const ir::Attribute& attribute : fixed_attributes(node)) seed = mix(seed, ir::hash(attribute));
  for (ir::ValueId result : node.results) seed = mix(seed, hash_type(graph.value(result).type));
  for (ir::BlockId block : node.blocks) {
    for (ir::NodeId inner : graph.block(block).nodes) seed = mix(seed, hash_form(graph, inner));
    seed = mix(seed, graph.block(block).results.size());
  }
  return seed ^ (seed >> 32);
}

bool same_form(const ir::Graph& graph, ir::NodeId a, ir::NodeId b) {
  const ir::Node &one = graph.node(a), &other = graph.node(b);
  if (one.op != other.op || one.operands.size() != other.operands.size()) return false;
  if (one.results.size() != other.results.size() || one.blocks.size() != other.blocks.size()) return false;
  const SourceLocation &here = one.location, &there = other.location;
  if (here.line() != there.line() || here.column() != there.column() || here.file_name() != there.file_name())
    return false;
  const auto same_type = [&](ir::ValueId x, ir::ValueId y) { return graph.value(x).type == graph.value(y).type; };
  if (!std::ranges::equal(fixed_attributes(one), fixed_attributes(other), ir::equal)) return false;
  if (!std::ranges::equal(one.results, other.results, same_type)) return false;
  return std::ranges::equal(one.blocks, other.blocks, [&](ir::BlockId x, ir::BlockId y) {
    const ir::Block &inner = graph.block(x), &outer = graph.block(y);
    const auto same = [&](ir::NodeId m, ir::NodeId n) { return same_form(graph, m, n); };
    return std::ranges::equal(inner.arguments, outer.arguments, same_type) &&
           inner.results.size() == outer.results.size() && std::ranges::equal(inner.nodes, outer.nodes, same);
  });
}

Repeats::Repeats(const std::vector<size_t>& forms, size_t alike) : forms_(forms), next_(forms.size(), kNowhere) {
  std::unordered_map<size_t, size_t> seen;
  for (size_t k = forms.size() < alike ? 0 : forms.size() - alike + 1; k-- > 0;) {
    size_t few = 0;
    for (size_t j = 0; j < alike; ++j) few = mix(few, forms[k + j]);
    const auto [found, is_new] = seen.try_emplace(few, k);
    if (!is_new) next_[k] = std::exchange(found->second, k);
  }
}

/// Returns the index after the last node that has the form of the node one period before it.
size_t Repeats::end_of(size_t first, size_t period) {
  size_t& end = ends_[period];
  if (end >= first + period) return end;
  end = first + period;
  while (end < forms_.size() && forms_[end - period] == forms_[end]) ++end;
  return end;
}

std::optional<Repeat> Repeats::at(size_t first, size_t least_count) {
  size_t next = next_[first];
  for (size_t k = 0; k < kMaxTried && next != kNowhere; ++k, next = next_[next]) {
    const size_t period = next - first, stop = end_of(first, period), count = (stop - first) / period;
    if (count >= least_count) return Repeat{first, period, count, stop};
  }
  return {};
}

}  // namespace ag::passes
