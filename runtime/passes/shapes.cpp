/// Shape inference. Known extents, bounds of subscripts and lengths that are operands become attributes of a node.
/// Types are inferred again from those of the operands, which other passes may have made more specific.
///
/// No type becomes so specific that the type rule of a user rejects it: a misfit is an error of the run, if execution
/// reaches it.
///
/// Programs that profit: functions with symbolic dimensions whose sizes follow from constants, such as state
/// initialized with zeros, reshapes to computed sizes, and arrays that loops carry unchanged in shape.
#include <algorithm>

#include "ops/shape_operands.h"
#include "passes/analysis/known_bounds.h"
#include "passes/analysis/node_facts.h"
#include "passes/passes.h"
#include "passes/rewrite.h"

namespace ag::passes {

namespace {

using ir::ValueId;

class Sharpener {
 public:
  explicit Sharpener(ir::Graph& graph) : graph_(graph) {}

  bool run() {
    walk(graph_.body());
    return changed_;
  }

 private:
  void walk(ir::BlockId block) {
    for (ir::NodeId id : std::vector(graph_.block(block).nodes)) {
      for (ir::BlockId inner : std::vector(graph_.node(id).blocks)) walk(inner);
      if (is(graph_.node(id), ops::Op::while_loop)) {
        sharpen_loop(id);
      } else if (graph_.node(id).op->has(ir::kHasBlocks)) {
        sharpen_branch(id);
      } else if (!graph_.node(id).results.empty() && !graph_.node(id).op->has(ir::kEffect)) {
        take_extents(id);
        take_bounds(id);
        take_length(id);
        infer(id);
      }
    }
  }

  const ir::TensorType& type(ValueId value) const { return graph_.value(value).type; }

  /// Moves known operands `dims...` into the unknown extents of the attribute `shape`.
  void take_extents(ir::NodeId id) {
    const ir::Node& node = graph_.node(id);
    const std::string_view operands = node.op->operands;
    if (!operands.ends_with("dims...")) return;
    Shape shape = std::get<Shape>(node.attributes[0]);
    const auto first = static_cast<size_t>(std::ranges::count(operands, ','));
    std::vector<ValueId> kept(node.operands.begin(), node.operands.begin() + static_cast<std::ptrdiff_t>(first));
    size_t next = first;
    for (size_t axis = 0; axis < shape.size() && next < node.operands.size(); ++axis) {
      if (shape[axis] != unknown) continue;
      const ValueId operand = node.operands[next++];
      const Tensor* known = constant_of(graph_, operand);
      const int64_t extent = known ? detail::read_scalar(*known->impl()).integer : -1;
      if (extent < 0)
        kept.push_back(operand);  // a negative extent is an error of the run
      else
        shape[axis] = extent;
    }
    if (kept.size() == node.operands.size()) return;
    ir::Attributes attributes = node.attributes;
    attributes[0].emplace<Shape>(shape);
    rewrite(id, std::move(kept), std::move(attributes));
  }

  /// Moves known bounds of subscripts from the operands into the attributes.
  void take_bounds(ir::NodeId id) {
    std::vector<ValueId> operands = graph_.node(id).operands;
    ir::Attributes attributes = graph_.node(id).attributes;
    if (take_known_bounds(graph_, *graph_.node(id).op, operands, attributes))
      rewrite(id, std::move(operands), std::move(attributes));
  }

  /// Sets the length of an `arange` of known numbers. A step of 0 is an error of the run.
  void take_length(ir::NodeId id) {
    const ir::Node& node = graph_.node(id);
    if (!is(node, ops::Op::arange) || std::get<int64_t>(node.attributes[0]) != unknown) return;
    std::vector<detail::Scalar> range;
    for (ValueId operand : node.operands) {
      const Tensor* const known = constant_of(graph_, operand);
      if (!known) return;
      range.push_back(detail::read_scalar(*known->impl()));
    }
    const int64_t length = ops::arange_length(range[0], range[1], range[2]);
    if (length >= 0) rewrite(id, node.operands, {length});
  }

  /// Sets the operands and attributes of a node if the type rule accepts them.
  void rewrite(ir::NodeId id, std::vector<ValueId> operands, ir::Attributes attributes) {
    const ir::Node& node = graph_.node(id);
    std::vector<ir::TensorType> types;
    for (ValueId operand : operands) types.push_back(type(operand));
    if (!is_sound(node, types, attributes)) return;
    graph_.node(id).operands = std::move(operands);
    graph_.node(id).attributes = std::move(attributes);
    changed_ = true;
  }

  /// True if the type rule accepts these operands and attributes, and infers subtypes of the recorded results.
  bool is_sound(const ir::Node& node, const std::vector<ir::TensorType>& operands, const ir::Attributes& attributes) {
    const auto results = infer_results(node, operands, attributes);
    if (!results) return false;
    for (size_t k = 0; k < node.results.size(); ++k) {
      if (!ir::is_subtype((*results)[k], type(node.results[k]))) return false;
    }
    return true;
  }

  void infer(ir::NodeId id) {
    const ir::Node& node = graph_.node(id);
    if (std::ranges::all_of(node.results, [&](ValueId result) { return type(result).shape.known(); })) return;
    std::vector<ir::TensorType> operands;
    for (ValueId operand : node.operands) operands.push_back(type(operand));
    const auto results = infer_results(node, operands, node.attributes);
    if (!results) return;
    for (size_t k = 0; k < node.results.size(); ++k) sharpen({node.results[k]}, (*results)[k].shape);
  }

  /// Makes the types of several names of one value more specific, all of them or none.
  void sharpen(const std::vector<ValueId>& values, const Shape& shape) {
    for (ValueId value : values) {
      ir::TensorType wanted = type(value);
      wanted.shape = shape;
      if (wanted == type(value) || !ir::is_subtype(wanted, type(value)) || !users_take(graph_, value, wanted)) return;
    }
    for (ValueId value : values) graph_.value(value).type.shape = shape;
    changed_ = true;
  }

  void sharpen_branch(ir::NodeId id) {
    const ir::Node& node = graph_.node(id);
    for (size_t k = 0; k < node.results.size(); ++k) {
      Shape shape = type(graph_.block(node.blocks[0]).results[k]).shape;
      for (ir::BlockId arm : node.blocks) shape = ir::join_shapes(shape, type(graph_.block(arm).results[k]).shape);
      sharpen({node.results[k]}, shape);
    }
  }

  /// A carried value is either the initial value or the value that the body yields.
  void sharpen_loop(ir::NodeId id) {
    const ir::Node& node = graph_.node(id);
    const ir::Block &test = graph_.block(node.blocks[0]), &body = graph_.block(node.blocks[1]);
    for (size_t k = 0; k < node.results.size(); ++k) {
      const Shape shape = ir::join_shapes(type(node.operands[k]).shape, type(body.results[k]).shape);
      if (type(body.results[k]).shape == type(body.arguments[k]).shape) continue;
      sharpen({test.arguments[k], body.arguments[k], node.results[k]}, shape);
    }
    assume_shapes(id);
  }

  /// A carried value with a known initial shape keeps it if the body preserves it. Assumes this for all carried values,
  /// and drops values from the assumption until the shapes that the body yields agree.
  void assume_shapes(ir::NodeId id) {
    const ir::Node& node = graph_.node(id);
    const ir::Block &test = graph_.block(node.blocks[0]), &body = graph_.block(node.blocks[1]);
    std::vector<size_t> assumed;
    for (size_t k = 0; k < node.results.size(); ++k) {
      if (type(node.operands[k]).shape.known() && !type(body.arguments[k]).shape.known()) assumed.push_back(k);
    }
    const auto agrees = [&](size_t k) { return type(body.results[k]).shape == type(node.operands[k]).shape; };
    while (!assumed.empty()) {
      const bool changed = changed_;
      std::vector<std::pair<ValueId, Shape>> before;
      const auto keep = [&](ValueId value) { before.emplace_back(value, type(value).shape); };
      visit_values(node.blocks[1], keep);
      for (size_t k : assumed) {
        const std::vector<ValueId> same{test.arguments[k], body.arguments[k], node.results[k]};
        std::ranges::for_each(same, keep);
        sharpen(same, type(node.operands[k]).shape);
      }
      infer_block(node.blocks[1]);
      if (std::ranges::all_of(assumed, agrees)) return;
      std::erase_if(assumed, [&](size_t k) { return !agrees(k); });
      for (const auto& [value, shape] : before) graph_.value(value).type.shape = shape;
      changed_ = changed;
    }
  }

  /// Infers the types of a block, and of the blocks inside of it, from those of its arguments.
  void infer_block(ir::BlockId block) {
    for (ir::NodeId id : std::vector(graph_.block(block).nodes)) {
      if (is(graph_.node(id), ops::Op::while_loop)) {
        assume_shapes(id);
      } else if (graph_.node(id).op->has(ir::kHasBlocks)) {
        for (ir::BlockId arm : std::vector(graph_.node(id).blocks)) infer_block(arm);
        sharpen_branch(id);
      } else if (!graph_.node(id).op->has(ir::kEffect)) {
        infer(id);
      }
    }
  }
  /// Visits the results of the nodes of a block, and the values of the blocks inside of it.
  template <class Visit>
  void visit_values(ir::BlockId block, const Visit& visit) const {
    for (ir::NodeId id : graph_.block(block).nodes) {
      const ir::Node& node = graph_.node(id);
      std::ranges::for_each(node.results, visit);
      for (ir::BlockId inner : node.blocks) {
        std::ranges::for_each(graph_.block(inner).arguments, visit);
        visit_values(inner, visit);
      }
    }
  }

  ir::Graph& graph_;
  bool changed_ = false;
};

}  // namespace

bool sharpen_shapes(ir::Graph& graph) { return Sharpener(graph).run(); }

}  // namespace ag::passes
