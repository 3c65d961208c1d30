/// Computes an elementwise result of rolled arrays in pieces, so that no rolled array is stored: in each piece, a
/// rolled array is a slice of its operand. The pieces are joined by a concatenation, whose parts their loops store.
///
/// Applies if the shifts are smaller than the axes and no node can fail. A result that only reductions read is not
/// stored otherwise, so at least two rolled arrays have to make up for it.
///
/// Programs that profit: stencils with periodic boundaries: upwind and central differences of waves, diffusion on a
/// torus, cellular automata.
#include <algorithm>
#include <map>
#include <set>

#include "kernel/index_spec.h"
#include "passes/analysis/cost.h"
#include "passes/analysis/node_facts.h"
#include "passes/passes.h"
#include "passes/rewrite.h"
#include "tensor/axis.h"

namespace ag::passes {

namespace {

using ir::ValueId;
using ops::Op;

constexpr int64_t kMinElements = 1024;  // fewer are copied in less time than a piece takes to compile
constexpr size_t kMaxPieces = 9;        // neighbours on two axes
constexpr size_t kMaxPieceNodes = 32;   // of a piece

/// A range of positions along an axis.
struct Zone {
  int64_t first, last;
};

class RollSplitter {
 public:
  explicit RollSplitter(ir::Graph& graph) : graph_(graph), rewriter_(graph), uses_(count_uses(graph)) {}

  bool run() {
    const auto has_rolls = [&](ir::BlockId block) {
      return std::ranges::any_of(graph_.block(block).nodes,
                                 [&](ir::NodeId id) { return is(graph_.node(id), Op::roll); });
    };
    return rewriter_.walk_all([&](ir::NodeId id, ir::BlockId block, std::vector<ir::NodeId>& out) {
      if (visited_.insert(block).second && has_rolls(block)) count_joined(block);
      if (!is_piecewise(id) || is_joined(id)) return false;
      const Region region = region_of(id, block);
      if (!pays(region)) return false;
      split(region, block, out);
      return true;
    });
  }

 private:
  /// An array of which a region reads other elements: element i of a leaf is element i - shift of `source`, around the
  /// ends of the axes.
  struct Leaf {
    ValueId source = ir::kNone;
    std::map<size_t, int64_t> shifts = {};  // by axis, from 0 to the extent of the axis
  };
  /// Elementwise nodes, in order, of which only the last has users outside.
  struct Region {
    std::vector<ir::NodeId> nodes;
    std::map<ValueId, Leaf> leaves;
    int rolls = 0;
  };

  const ir::TensorType& type(ValueId value) const { return graph_.value(value).type; }
  const Shape& domain(const Region& region) const { return type(graph_.node(region.nodes.back()).results[0]).shape; }
  int uses(ValueId value) const {
    return static_cast<size_t>(value) < uses_.size() ? uses_[static_cast<size_t>(value)] : 0;
  }

  bool is_piecewise(ir::NodeId id) const {
    const ir::Node& node = graph_.node(id);
    if (node.results.size() != 1 || uses(node.results[0]) == 0) return false;
    if (!primitives_of(graph_, node) || may_raise(graph_, id)) return false;
    const Shape& shape = type(node.results[0]).shape;
    return shape.known() && !shape.empty() && shape.element_count() >= kMinElements;
  }

  /// Counts the uses of each value by elementwise nodes of its block with results of its shape.
  void count_joined(ir::BlockId block) {
    for (const ir::NodeId id : graph_.block(block).nodes) {
      if (!is_piecewise(id)) continue;
      const ir::Node& node = graph_.node(id);
      for (const ValueId operand : node.operands) {
        if (graph_.value(operand).block == block && type(operand).shape == type(node.results[0]).shape)
          ++joined_[operand];
      }
    }
    order_[block] = graph_.block(block).nodes;
  }
  /// True if the node can be a part of the region of another node.
  bool is_joined(ir::NodeId id) const {
    const ValueId result = graph_.node(id).results[0];
    const auto found = joined_.find(result);
    return found != joined_.end() && found->second == uses(result);
  }

  /// Returns the region that ends with a node. It has no nodes if its block has no rolled arrays.
  Region region_of(ir::NodeId last, ir::BlockId block) {
    Region region;
    const auto nodes = order_.find(block);
    if (nodes == order_.end()) return region;
    std::map<ValueId, int> inside;  // uses by nodes of the region
    const auto add = [&](ir::NodeId id) {
      region.nodes.push_back(id);
      for (const ValueId operand : graph_.node(id).operands) ++inside[operand];
    };
    const auto end = std::ranges::find(nodes->second, last);
    const Shape shape = type(graph_.node(last).results[0]).shape;
    add(last);
    for (auto at = std::make_reverse_iterator(end); at != nodes->second.rend(); ++at) {
      if (graph_.node(*at).results.size() != 1) continue;
      const ValueId result = graph_.node(*at).results[0];
      const auto found = inside.find(result);
      if (found == inside.end() || found->second != uses(result) || !(type(result).shape == shape)) continue;
      if (is_piecewise(*at)) add(*at);
    }
    std::ranges::reverse(region.nodes);
    std::set<ValueId> computed;
    for (const ir::NodeId id : region.nodes) computed.insert(graph_.node(id).results[0]);
    for (const auto& [value, count] : inside) {
      if (!computed.contains(value)) add_leaf(value, count, shape, region);
    }
    return region;
  }

  /// Adds a value that the region reads, with the operand of the rolled arrays that nothing else uses.
  void add_leaf(ValueId value, int count, const Shape& shape, Region& region) {
    Leaf& leaf = region.leaves[value];
    leaf.source = value;
    if (!(type(value).shape == shape)) return;
    for (int needed = count;; needed = 1) {
      const ir::NodeId id = graph_.value(leaf.source).producer;
      if (id == ir::kNone || !is(graph_.node(id), Op::roll) || uses(leaf.source) != needed) return;
      const ir::Node& roll = graph_.node(id);
      const int64_t given = std::get<int64_t>(roll.attributes[1]);
      const auto axis = detail::axis_of(given, shape);
      const int64_t extent = shape[axis], shift = std::get<int64_t>(roll.attributes[0]);
      int64_t& sum = leaf.shifts[axis];
      sum = ((sum + shift % extent) % extent + extent) % extent;
      leaf.source = roll.operands[0];
      ++region.rolls;
    }
  }

  /// Returns the zones of an axis in which no rolled array wraps around.
  static std::vector<Zone> zones_of(const Region& region, size_t axis, int64_t extent) {
    std::set<int64_t> starts{0};
    for (const auto& [value, leaf] : region.leaves) {
      if (const auto shift = leaf.shifts.find(axis); shift != leaf.shifts.end()) starts.insert(shift->second);
    }
    std::vector<Zone> zones;
    for (auto at = starts.begin(); at != starts.end(); ++at)
      zones.push_back({*at, std::next(at) == starts.end() ? extent : *std::next(at)});
    return zones;
  }

  bool pays(const Region& region) const {
    if (region.rolls == 0 || region.nodes.size() > kMaxPieceNodes) return false;
    size_t pieces = 1;
    for (size_t axis = 0; axis < domain(region).size(); ++axis)
      pieces *= zones_of(region, axis, domain(region)[axis]).size();
    if (pieces == 1 || pieces > kMaxPieces) return false;
    return region.rolls > 1 || !is_reduced(graph_.node(region.nodes.back()).results[0]);
  }

  /// True if only reductions read the value, which need no array of it.
  bool is_reduced(ValueId value) const {
    const auto& nodes = graph_.block(graph_.value(value).block).nodes;
    int reductions = 0;
    for (const ir::NodeId id : nodes) {
      const ir::Node& node = graph_.node(id);
      if (node.op->block->reduction != ir::ReductionKind::None)
        reductions += static_cast<int>(std::ranges::count(node.operands, value));
    }
    return reductions == uses(value);
  }

  void split(const Region& region, ir::BlockId block, std::vector<ir::NodeId>& out) {
    std::vector<std::vector<Zone>> zones;
    for (size_t axis = 0; axis < domain(region).size(); ++axis)
      zones.push_back(zones_of(region, axis, domain(region)[axis]));
    const ir::NodeId last = region.nodes.back();
    const ValueId whole = joined(region, zones, {}, block, out);
    rewriter_.replace(graph_.node(last).results[0], whole);
    discard(graph_, last);
  }

  /// Appends the pieces in the zones of the first axes, and of all zones of the other axes, and their concatenation.
  ValueId joined(const Region& region, const std::vector<std::vector<Zone>>& zones, std::vector<Zone> within,
                 ir::BlockId block, std::vector<ir::NodeId>& out) {
    const size_t axis = within.size();
    if (axis == zones.size()) return piece(region, within, block, out);
    std::vector<ValueId> parts;
    for (const Zone& zone : zones[axis]) {
      std::vector<Zone> inner = within;
      inner.push_back(zone);
      parts.push_back(joined(region, zones, std::move(inner), block, out));
    }
    if (parts.size() == 1) return parts[0];
    ir::TensorType of = type(parts[0]);
    of.shape[axis] = domain(region)[axis];
    const SourceLocation at = graph_.node(region.nodes.back()).location;
    return append(
        make_node(graph_, block, Op::concat, std::move(parts), {static_cast<int64_t>(axis)}, std::move(of), at), out);
  }

  ValueId piece(const Region& region, const std::vector<Zone>& within, ir::BlockId block,
                std::vector<ir::NodeId>& out) {
    Shape shape = domain(region);
    for (size_t axis = 0; axis < within.size(); ++axis) shape[axis] = within[axis].last - within[axis].first;
    std::map<ValueId, ValueId> parts;
    const SourceLocation at = graph_.node(region.nodes.back()).location;
    for (const auto& [value, leaf] : region.leaves) parts[value] = slice(leaf, domain(region), within, block, at, out);
    for (const ir::NodeId id : region.nodes) {
      const ir::Node node = graph_.node(id);  // a copy, because adding nodes moves it
      std::vector<ValueId> operands = node.operands;
      for (ValueId& operand : operands) operand = parts.at(operand);
      ir::TensorType of = type(node.results[0]);
      of.shape = shape;
      parts[node.results[0]] = append(make_copy(graph_, block, node, std::move(operands), std::move(of)), out);
    }
    return parts.at(graph_.node(region.nodes.back()).results[0]);
  }

  /// Returns the elements of a leaf in a piece. Axes that are repeated stay as they are.
  ValueId slice(const Leaf& leaf, const Shape& whole, const std::vector<Zone>& within, ir::BlockId block,
                SourceLocation at, std::vector<ir::NodeId>& out) {
    ir::TensorType of = type(leaf.source);
    kernel::IndexItems items;
    bool is_part = false;
    const size_t lead = whole.size() - of.shape.size();
    for (size_t axis = 0; axis < of.shape.size(); ++axis) {
      items.push_back(kernel::kWholeAxis);
      const Zone& zone = within[lead + axis];
      const int64_t extent = whole[lead + axis], count = zone.last - zone.first;
      if (of.shape[axis] != extent || count == extent) continue;
      const auto shift = leaf.shifts.find(axis);
      const int64_t by = shift == leaf.shifts.end() ? 0 : shift->second;
      kernel::IndexItem& item = items.back();
      item.start_is = item.stop_is = kernel::IndexItem::Bound::Number;
      item.start = (zone.first - by + extent) % extent;
      item.stop = item.start + count;
      of.shape[axis] = count;
      is_part = true;
    }
    if (!is_part) return leaf.source;
    return append(make_node(graph_, block, Op::index, {leaf.source}, kernel::encode(items), std::move(of), at), out);
  }

  ValueId append(ir::NodeId node, std::vector<ir::NodeId>& out) {
    out.push_back(node);
    return graph_.node(node).results[0];
  }

  ir::Graph& graph_;
  Rewriter rewriter_;
  const std::vector<int> uses_;
  std::set<ir::BlockId> visited_;
  std::map<ValueId, int> joined_;
  std::map<ir::BlockId, std::vector<ir::NodeId>> order_;  // of blocks with rolled arrays
};

}  // namespace

bool split_rolls(ir::Graph& graph) { return RollSplitter(graph).run(); }

}  // namespace ag::passes
