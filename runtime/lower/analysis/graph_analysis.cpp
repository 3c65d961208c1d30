#include "lower/analysis/graph_analysis.h"

#include <algorithm>

#include "lower/analysis/classify.h"
#include "lower/bounded/bounded_values.h"

namespace ag::codegen {

GraphAnalysis::GraphAnalysis(const ir::Graph& graph, bool fuse, const CalledGraphs& called)
    : graph_(graph),
      called_(called),
      live_(graph.value_count()),
      loaded_(graph.value_count()),
      classes_(graph.node_count(), NodeClass::Kernel),
      checks_(graph.node_count()),
      uses_(graph.value_count()),
      views_(graph.node_count()) {
  mark_block(graph.body());
  NodeClassifier classifier(*this);
  for (size_t node = 0; node < graph.node_count(); ++node) {
    const auto id = static_cast<ir::NodeId>(node);
    if (graph.node(id).block != ir::kNone && is_live(id)) classes_[node] = classifier.classify(id, fuse);
  }
  if (fuse) BoundedClassifier(*this).mark();
  mark_uniform();
  count_uses();
  if (fuse) copy_outlived_views();
  if (fuse) store_transposes();
  mark_copies(graph.body());
  // A loop-carried value is loaded if its next value is. The second pass applies the results of the first.
  mark_loads(graph.body());
  mark_loads(graph.body());
}

bool GraphAnalysis::is_live(ir::NodeId node) const {
  return graph_.has_effects(node) || std::ranges::any_of(graph_.node(node).results, [this](ir::ValueId value) {
           return live_[static_cast<size_t>(value)];
         });
}

bool GraphAnalysis::consumes(ir::NodeId node, ir::ValueId value) const {
  const ir::NodeId producer = graph_.value(value).producer;
  if (producer != ir::kNone && class_of(producer) == NodeClass::Constant) return false;
  const ir::BlockId home = graph_.value(value).block;
  for (;;) {
    const ir::BlockId block = graph_.node(node).block;
    const auto last = last_use_.find({block, value});
    if (last == last_use_.end() || last->second != node) return false;
    const ir::NodeId owner = graph_.block(block).owner;
    const bool in_loop = owner != ir::kNone && class_of(owner) == NodeClass::While;
    // The arguments of a loop's test are those of its body, too, so the test does not consume them.
    if (block == home) return !in_loop || graph_.node(owner).blocks[1] == block || producer != ir::kNone;
    if (owner == ir::kNone || in_loop) return false;
    node = owner;
  }
}

ir::NodeId GraphAnalysis::only_user(ir::ValueId value) const {
  const auto last = last_use_.find({graph_.value(value).block, value});
  if (uses(value) != 1 || last == last_use_.end() || last->second == ir::kNone) return ir::kNone;
  return std::ranges::count(graph_.node(last->second).operands, value) == 1 ? last->second : ir::kNone;
}

/// Marks the values that the results and effects of a block need, in reverse order.
void GraphAnalysis::mark_block(ir::BlockId id) {
  const ir::Block& block = graph_.block(id);
  for (ir::ValueId result : block.results) live_[static_cast<size_t>(result)] = true;
  for (size_t k = block.nodes.size(); k-- > 0;) {
    if (!is_live(block.nodes[k])) continue;
    const ir::Node& node = graph_.node(block.nodes[k]);
    for (ir::ValueId operand : node.operands) live_[static_cast<size_t>(operand)] = true;
    for (ir::BlockId inner : node.blocks) mark_block(inner);
  }
}

/// Marks uniform values: arrays of a single number, and their views, that only loop nests read. They become registers.
/// Examples are `ones(n)` in a segment sum and `zeros(n)` as an addend.
void GraphAnalysis::mark_uniform() {
  std::vector<bool> needed(graph_.value_count());
  mark_needed_arrays(graph_.body(), needed);
  mark_uniform(graph_.body(), needed);
}

/// Visits nodes in reverse order, so that a view comes before its operand.
void GraphAnalysis::mark_needed_arrays(ir::BlockId id, std::vector<bool>& needed) const {
  const auto need = [&](ir::ValueId value) { needed[static_cast<size_t>(value)] = true; };
  const ir::Block& block = graph_.block(id);
  std::ranges::for_each(block.results, need);
  for (size_t k = block.nodes.size(); k-- > 0;) {
    if (!is_live(block.nodes[k])) continue;
    const ir::Node& node = graph_.node(block.nodes[k]);
    for (ir::BlockId inner : node.blocks) mark_needed_arrays(inner, needed);
    const NodeClass kind = class_of(block.nodes[k]);
    if (kind == NodeClass::Elementwise || (kind == NodeClass::Reduction && !reduction_of(graph_, node).products))
      continue;
    const bool segments = kind == NodeClass::Segments;
    if (kind == NodeClass::View && !needed[static_cast<size_t>(node.results[0])]) continue;
    for (size_t operand = segments ? 1 : 0; operand < node.operands.size(); ++operand) need(node.operands[operand]);
  }
}

void GraphAnalysis::mark_uniform(ir::BlockId id, const std::vector<bool>& needed) {
  const auto is_uniform = [&](ir::ValueId value) {
    const ir::NodeId producer = graph_.value(value).producer;
    return producer != ir::kNone && class_of(producer) == NodeClass::Uniform;
  };
  for (ir::NodeId node_id : graph_.block(id).nodes) {
    if (!is_live(node_id)) continue;
    const ir::Node& node = graph_.node(node_id);
    for (ir::BlockId inner : node.blocks) mark_uniform(inner, needed);
    const NodeClass kind = class_of(node_id);
    if ((kind != NodeClass::Elementwise && kind != NodeClass::View) || has_checks(node_id)) continue;
    const bool uniform = std::ranges::all_of(node.operands, [&](ir::ValueId operand) {
      return kind == NodeClass::View ? is_uniform(operand) : is_number(graph_.value(operand).type);
    });
    if (uniform && !needed[static_cast<size_t>(node.results[0])])
      classes_[static_cast<size_t>(node_id)] = NodeClass::Uniform;
  }
}

void GraphAnalysis::count_uses() {
  std::ranges::fill(uses_, 0);
  last_use_.clear();
  count_uses(graph_.body());
}

void GraphAnalysis::count_uses(ir::BlockId id) {
  const ir::Block& block = graph_.block(id);
  for (ir::NodeId node_id : block.nodes) {
    if (!is_live(node_id)) continue;
    const ir::Node& node = graph_.node(node_id);
    for (ir::ValueId operand : node.operands) {
      ++uses_[static_cast<size_t>(operand)];
      note_use(operand, id, node_id);
    }
    for (ir::BlockId inner : node.blocks) count_uses(inner);
  }
  for (ir::ValueId result : block.results) {
    ++uses_[static_cast<size_t>(result)];
    note_use(result, id, ir::kNone);
  }
}

/// Notes a use of a value. A use in a nested block is a use by the node that owns the block. A use of a view is also a
/// use of its base, since views are read in place.
void GraphAnalysis::note_use(ir::ValueId value, ir::BlockId block, ir::NodeId at) {
  for (;;) {
    const ir::BlockId home = graph_.value(value).block;
    ir::NodeId user = at;
    for (ir::BlockId outer = block;; outer = graph_.block(outer).parent) {
      last_use_[{outer, value}] = user;
      if (outer == home) break;
      user = graph_.block(outer).owner;
    }
    const ir::NodeId producer = graph_.value(value).producer;
    if (producer == ir::kNone || is_number(graph_.value(value).type)) return;
    if (class_of(producer) != NodeClass::View && class_of(producer) != NodeClass::Slice) return;
    value = graph_.node(producer).operands[0];
  }
}

/// Visits nodes in reverse order, so that a view comes before its operand.
void GraphAnalysis::mark_loads(ir::BlockId id) {
  const ir::Block& block = graph_.block(id);
  auto mark = [&](ir::ValueId value) { loaded_[static_cast<size_t>(value)] = true; };
  for (size_t k = block.nodes.size(); k-- > 0;) {
    if (!is_live(block.nodes[k])) continue;
    const ir::Node& node = graph_.node(block.nodes[k]);
    const NodeClass kind = class_of(block.nodes[k]);
    if (kind == NodeClass::Elementwise || kind == NodeClass::Reduction || kind == NodeClass::Product ||
        kind == NodeClass::Convolution || kind == NodeClass::Inverse || kind == NodeClass::Cholesky ||
        kind == NodeClass::SmallMatmul || kind == NodeClass::Segments || kind == NodeClass::Gather ||
        kind == NodeClass::SteppedSlice || kind == NodeClass::OneHot || kind == NodeClass::Scan ||
        kind == NodeClass::Scatter || kind == NodeClass::Sort || kind == NodeClass::Concat ||
        kind == NodeClass::Compress || kind == NodeClass::Copy || kind == NodeClass::RowProduct ||
        kind == NodeClass::Call) {
      for (ir::ValueId operand : node.operands) mark(operand);
    } else if (kind == NodeClass::SliceAssign) {
      for (size_t operand : {0, 1}) mark(node.operands[operand]);
    } else if (kind == NodeClass::View || kind == NodeClass::Slice) {
      if (is_loaded(node.results[0]) || is_number(graph_.value(node.results[0]).type)) mark(node.operands[0]);
    } else if (kind == NodeClass::While) {
      const ir::Block& body = graph_.block(node.blocks[1]);
      const ir::Block& test = graph_.block(node.blocks[0]);
      auto carry = [&] {
        for (size_t i = 0; i < body.arguments.size(); ++i) {
          if (!is_loaded(body.arguments[i]) && !is_loaded(test.arguments[i]) && !is_loaded(node.results[i])) continue;
          mark(body.arguments[i]);
          mark(body.results[i]);
        }
      };
      carry();
      for (ir::BlockId inner : node.blocks) mark_loads(inner);
      carry();
    } else {
      for (ir::BlockId inner : node.blocks) {
        mark_copies(inner);
        mark_loads(inner);
      }
    }
  }
}

/// Marks small views that a branch or the graph yields as loaded, since they are copied.
void GraphAnalysis::mark_copies(ir::BlockId id) {
  for (ir::ValueId result : graph_.block(id).results) {
    const ir::NodeId producer = graph_.value(result).producer;
    if (producer == ir::kNone || !is_copied(graph_.value(result).type)) continue;
    const NodeClass kind = class_of(producer);
    if (kind == NodeClass::View || kind == NodeClass::Slice) loaded_[static_cast<size_t>(result)] = true;
  }
}

AxisExtents GraphAnalysis::slice_extents(const SliceAccess& placement, const AxisExtents& of_array) {
  AxisExtents result(placement.shape.size(), kStatic);
  for (size_t axis = 0; axis < result.size(); ++axis) {
    if (const size_t range = placement.range_of[axis]; range != SliceAccess::kNoRange)
      result[axis] = extent_table_.id_of(placement.ranges[range].range);
    else if (placement.axes[axis] < of_array.size())
      result[axis] = of_array[placement.axes[axis]];
  }
  clear_if_static(result);
  return result;
}

}  // namespace ag::codegen
