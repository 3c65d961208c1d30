/// Computes the slices of an elementwise result from slices of its operands: y(slice(1, n)) - y(slice(0, n - 1)) reads
/// the operands of y at two positions, and y is not stored.
///
/// Applies if every use of the result is a slice with known bounds, no node can fail, and the cost model prefers it:
/// each further slice computes the nodes again, whereas a stored result costs a store and a load for each slice, and
/// transfers to and from memory if it exceeds the second-level cache. Halide makes the same choice by compute_inline
/// and compute_root (J. Ragan-Kelley et al., "Halide: a language and compiler for optimizing parallelism, locality, and
/// recomputation in image processing pipelines", PLDI 2013).
///
/// Programs that profit: two stencils in a row, such as differences of fluxes, repeated differences, and smoothed
/// gradients.
#include <algorithm>
#include <map>

#include "ops/subscripts/index_spec.h"
#include "passes/analysis/cost.h"
#include "passes/analysis/node_facts.h"
#include "passes/passes.h"
#include "passes/rewrite.h"

namespace ag::passes {

namespace {

using ir::ValueId;
using ops::Op;

constexpr size_t kMaxNodes = 12;  // of a computation that is repeated

// Costs in instructions for a vector of elements.
constexpr int64_t kAccess = 1;     // of an array in the cache
constexpr int64_t kTransfer = 12;  // of a vector between the processor and memory or a cache shared by processors

class SliceRecomputer {
 public:
  SliceRecomputer(ir::Graph& graph, const detail::Machine& machine)
      : graph_(graph), rewriter_(graph), cache_bytes_(machine.l2_bytes), uses_(count_uses(graph)) {}

  bool run() {
    count_slices(graph_.body());
    return rewriter_.walk_all([&](ir::NodeId id, ir::BlockId block, std::vector<ir::NodeId>& out) {
      const ir::Node& node = graph_.node(id);
      if (!is_slice(node) || graph_.value(node.operands[0]).block != block) return false;
      const Region* region = region_of(node.operands[0]);
      if (!region) return false;
      recompute(id, *region, block, out);
      return true;
    });
  }

 private:
  /// The elementwise nodes that compute a value, in order, and the arrays that they read.
  struct Region {
    std::vector<ir::NodeId> nodes;
    std::vector<ValueId> arrays;
    int64_t cost = 0;
  };

  const ir::TensorType& type(ValueId value) const { return graph_.value(value).type; }

  bool is_slice(const ir::Node& node) const {
    return is(node, Op::index) && node.operands.size() == 1 && type(node.operands[0]).shape.known() &&
           type(node.results[0]).shape.known();
  }

  void count_slices(ir::BlockId block) {
    for (const ir::NodeId id : graph_.block(block).nodes) {
      const ir::Node& node = graph_.node(id);
      for (const ir::BlockId inner : node.blocks) count_slices(inner);
      if (is_slice(node) && graph_.value(node.operands[0]).block == block) ++slices_[node.operands[0]];
    }
  }

  /// Returns the computation of a value whose slices are to be computed from slices, or null.
  const Region* region_of(ValueId value) {
    const auto known = regions_.find(value);
    if (known != regions_.end()) return known->second.nodes.empty() ? nullptr : &known->second;
    Region& region = regions_[value];
    const auto slices = slices_.find(value);
    const bool only_slices = slices != slices_.end() && slices->second == uses_[static_cast<size_t>(value)];
    if (!only_slices || !collect(value, type(value).shape, region) || !pays(value, region, slices->second))
      region.nodes.clear();
    return region.nodes.empty() ? nullptr : &region;
  }

  /// Adds the nodes that compute `value`. Returns false if the computation cannot be repeated for other shapes.
  bool collect(ValueId value, const Shape& shape, Region& region) {
    const ir::NodeId id = graph_.value(value).producer;
    if (id == ir::kNone || region.nodes.size() == kMaxNodes) return false;
    const ir::Node& node = graph_.node(id);
    const std::optional<int> cost = primitives_of(graph_, node);
    if (node.results.size() != 1 || !cost || !(type(value).shape == shape) || may_raise(graph_, id)) return false;
    for (const ValueId operand : node.operands) {
      const Shape& of = type(operand).shape;
      if (of.ranked() && of.empty()) continue;
      if (!(of == shape)) return false;
      const ir::NodeId producer = graph_.value(operand).producer;
      const bool inner = producer != ir::kNone && graph_.value(operand).block == graph_.value(value).block &&
                         uses_[static_cast<size_t>(operand)] == 1 && graph_.node(producer).op->has(ir::kElementwise);
      if (inner && !collect(operand, shape, region)) return false;
      if (!inner && !std::ranges::count(region.arrays, operand)) region.arrays.push_back(operand);
    }
    region.nodes.push_back(id);
    region.cost += *cost;
    return true;
  }

  /// Compares the cost of computing a vector of elements again for each further slice with that of storing it.
  bool pays(ValueId value, const Region& region, int64_t slices) const {
    const int64_t bytes = type(value).shape.element_count() * static_cast<int64_t>(item_size(type(value).dtype));
    const int64_t stored = kAccess * (1 + slices) + (bytes > cache_bytes_ ? 2 * kTransfer : 0);
    const int64_t again = region.cost + kAccess * static_cast<int64_t>(region.arrays.size());
    return (slices - 1) * again <= stored;
  }

  void recompute(ir::NodeId slice, const Region& region, ir::BlockId block, std::vector<ir::NodeId>& out) {
    const ValueId result = graph_.node(slice).results[0];
    std::map<ValueId, ValueId> parts;
    for (const ValueId array : region.arrays) parts[array] = append(slice, {array}, array, result, block, out);
    for (const ir::NodeId id : region.nodes) {
      std::vector<ValueId> operands = graph_.node(id).operands;
      for (ValueId& operand : operands) {
        if (const auto part = parts.find(operand); part != parts.end()) operand = part->second;
      }
      const ValueId whole = graph_.node(id).results[0];
      parts[whole] = append(id, std::move(operands), whole, result, block, out);
    }
    rewriter_.replace(result, parts.at(graph_.node(region.nodes.back()).results[0]));
    discard(graph_, slice);
  }

  /// Appends the same operation with other operands. The result has the dtype of `like` and the shape of `part`.
  ValueId append(ir::NodeId operation, std::vector<ValueId> operands, ValueId like, ValueId part, ir::BlockId block,
                 std::vector<ir::NodeId>& out) {
    const ir::Node node = graph_.node(operation);  // a copy, because adding nodes moves it
    ir::TensorType of = type(like);
    of.shape = type(part).shape;
    out.push_back(make_copy(graph_, block, node, std::move(operands), std::move(of)));
    return graph_.node(out.back()).results[0];
  }

  ir::Graph& graph_;
  Rewriter rewriter_;
  const int64_t cache_bytes_;
  std::vector<int> uses_;
  std::map<ValueId, int64_t> slices_;
  std::map<ValueId, Region> regions_;
};

}  // namespace

bool recompute_slices(ir::Graph& graph, const detail::Machine& machine) {
  return SliceRecomputer(graph, machine).run();
}

}  // namespace ag::passes
