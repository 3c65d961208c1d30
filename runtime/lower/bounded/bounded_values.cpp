#include "lower/bounded/bounded_values.h"

#include <algorithm>

#include "lower/analysis/view_strides.h"
#include "lower/bounded/order_of_counted.h"
#include "lower/nests/nest_strides.h"
#include "tensor/axis.h"

namespace ag::codegen {

namespace {

constexpr int64_t kMaxBoundedElements = 1 << 19;  // some bounded products use a small part of the bounds

}  // namespace

/// Marks bounded values. A refused node makes others useless, so all of them are marked again without it.
void BoundedClassifier::mark() {
  const std::vector<NodeClass> classes = analysis_.classes_;
  for (;;) {
    mark(graph_.body());
    if (!refuse_bounded()) return;
    analysis_.classes_ = classes;
    analysis_.bounded_.clear();
  }
}

void BoundedClassifier::mark(ir::BlockId id) {
  for (ir::NodeId node : graph_.block(id).nodes) {
    if (!analysis_.is_live(node)) continue;
    for (ir::BlockId inner : graph_.node(node).blocks) mark(inner);
    if (analysis_.class_of(node) == NodeClass::Kernel && !refused_.contains(node)) classify_bounded(node);
  }
}

/// Classifies a node that uses or makes bounded values.
void BoundedClassifier::classify_bounded(ir::NodeId id) {
  const ir::Node& node = graph_.node(id);
  NodeClass& kind = analysis_.classes_[static_cast<size_t>(id)];
  if (names_part(node)) {
    if (!classify_placed(id, true)) return;
    kind = !node.op->has(ir::kView)                      ? NodeClass::SliceAssign
           : analysis_.placement(id).has_computed_step() ? NodeClass::SteppedSlice
                                                         : NodeClass::Slice;
    if (kind != NodeClass::SliceAssign) analysis_.index_op_ = node.op;
    return;
  }
  if (is(node, ir::OpKind::BooleanMask)) {
    std::optional<BoundedValue> made = compressed(node);
    if (!made) return;
    analysis_.bounded_[node.results[0]] = *std::move(made);
    kind = NodeClass::Compress;
    return;
  }
  const auto bounded = [&](ir::ValueId operand) { return analysis_.is_bounded(operand); };
  if (node.results.size() != 1 || std::ranges::none_of(node.operands, bounded)) return;
  if (const NodeClass moved = moves_elements(node); moved != NodeClass::Kernel) {
    kind = moved;
    return;
  }
  if (node.operands.size() > 3) return;
  const ir::ValueId result = node.results[0];
  if (is(node, ir::OpKind::Dim)) {
    const ir::TensorType& of = analysis_.type(node.operands[0]);
    if (is_counted(analysis_.extents(node.operands[0]), extent_axis(node, of.shape))) kind = NodeClass::Extent;
    return;
  }
  if (node.op->has(ir::kView)) {
    if (node.operands.size() == 1 && view_of_bounded(id)) kind = NodeClass::View;
  } else if (is(node, ir::OpKind::Matmul)) {
    if (std::optional<BoundedValue> row = row_product(node)) {
      if (!row->extents.empty()) analysis_.bounded_[result] = *std::move(row);
      kind = NodeClass::RowProduct;
      return;
    }
    if (std::optional<BoundedValue> product = small_product(node)) {
      analysis_.bounded_[result] = *std::move(product);
      kind = NodeClass::SmallMatmul;
      return;
    }
    if (!is_bounded_product(node)) return;
    std::optional<BoundedValue> made = reduced(node);
    if (!made) return;
    if (!made->extents.empty()) analysis_.bounded_[result] = *std::move(made);
    kind = NodeClass::Reduction;
  } else if (node.op->block->scalar) {
    std::optional<BoundedValue> made = repeated(node);
    if (!made) return;
    if (!made->extents.empty()) analysis_.bounded_[result] = *std::move(made);
    kind = classify_elementwise(id, true);
  } else if (const bool position = is(node, ir::OpKind::Argmax) || is(node, ir::OpKind::Argmin);
             position || node.op->block->reduction != ir::ReductionKind::None) {
    if (position && !is_position(node)) return;
    std::optional<BoundedValue> made = reduced(node);
    if (!made) return;
    if (!made->extents.empty()) analysis_.bounded_[result] = *std::move(made);
    kind = position ? NodeClass::Reduction : classify_reduction(node);
  }
  if (kind == NodeClass::Kernel) analysis_.bounded_.erase(result);
}

/// Classifies a view of a bounded value. Returns false if its strides depend on the extents. The offset may be a linear
/// function of an extent.
bool BoundedClassifier::view_of_bounded(ir::NodeId id) {
  const ir::Node& node = graph_.node(id);
  const ir::ValueId operand = node.operands[0];
  const ir::TensorType& from = analysis_.type(operand);
  const StridedAccess whole{0, row_major(from.shape), {}};
  const std::optional<View> view = run_view(node, from, whole);
  BoundedValue made{graph_.value(node.results[0]).type, {}};
  Shape& shape = made.type.shape;
  if (!view || !shape.ranked() || shape.size() != view->shape.size() || from.dtype != made.type.dtype) return false;
  made.extents.assign(shape.size(), kStatic);
  for (size_t axis = 0; axis < from.shape.size(); ++axis) {
    if (!is_counted(analysis_.extents(operand), axis)) continue;
    // The axis of the view that is shorter if this axis is.
    const std::optional<View> other = run_view(node, shortened(from, axis), whole);
    if (!other || other->place.strides != view->place.strides || other->shape.size() != shape.size()) return false;
    if (from.shape[axis] > 2) {
      const std::optional<View> third = run_view(node, shortened(shortened(from, axis), axis), whole);
      const int64_t step = view->place.offset - other->place.offset;
      if (!third || other->place.offset - third->place.offset != step) return false;
    }
    size_t changed = shape.size();
    for (size_t k = 0; k < shape.size(); ++k) {
      if (other->shape[k] == view->shape[k]) continue;
      if (changed != shape.size() || other->shape[k] + 1 != view->shape[k]) return false;
      changed = k;
    }
    if (changed == shape.size() || shape[changed] != unknown) return false;
    made.extents[changed] = analysis_.extents(operand)[axis];
    shape[changed] = view->shape[changed];
  }
  if (!(shape == view->shape)) return false;
  analysis_.views_[static_cast<size_t>(id)] = view->place;
  analysis_.bounded_[node.results[0]] = std::move(made);
  return true;
}

/// True if a product of a matrix or vector with a vector is a reduction of rows.
bool BoundedClassifier::is_bounded_product(const ir::Node& node) const {
  const ir::ValueId left = node.operands[0], right = node.operands[1];
  const ir::TensorType &a = analysis_.type(left), &b = analysis_.type(right),
                       &result = graph_.value(node.results[0]).type;
  if (!a.shape.known() || !b.shape.known() || a.shape.empty() || a.shape.size() > 2 || b.shape.size() != 1)
    return false;
  if (a.dtype != result.dtype || b.dtype != result.dtype || result.dtype == DType::boolean) return false;
  if (is_floating(result.dtype) && item_size(result.dtype) == 2) return false;
  const size_t row = a.shape.size() - 1;
  const ExtentId terms = is_counted(analysis_.extents(left), row) ? analysis_.extents(left)[row] : kStatic;
  const ExtentId others = is_counted(analysis_.extents(right), 0) ? analysis_.extents(right)[0] : kStatic;
  // Lowering checks that two extents are equal.
  const bool fit = terms == others ? a.shape[row] == b.shape[0] : terms != kStatic && others != kStatic;
  if (!fit || b.shape[0] < 2) return false;
  return a.shape.size() == 1 || (a.shape.element_count() <= kMaxBoundedElements && has_neighbouring_rows(left));
}

/// Returns the product of a vector and a matrix of which an extent is not static. Returns nullopt for other products.
std::optional<BoundedValue> BoundedClassifier::row_product(const ir::Node& node) const {
  const ir::ValueId left = node.operands[0], right = node.operands[1];
  const ir::TensorType &a = analysis_.type(left), &b = analysis_.type(right);
  BoundedValue made{graph_.value(node.results[0]).type, {}};
  if (!a.shape.known() || !b.shape.known() || a.shape.size() != 1 || b.shape.size() != 2) return std::nullopt;
  if (a.dtype != b.dtype || a.dtype != made.type.dtype || !is_floating(a.dtype) || item_size(a.dtype) < 4)
    return std::nullopt;
  const bool counted = is_counted(analysis_.extents(left), 0);
  if (counted != is_counted(analysis_.extents(right), 0) || (!counted && a.shape[0] != b.shape[0])) return std::nullopt;
  if (b.shape[1] < 2 || b.shape.element_count() > kMaxBoundedElements) return std::nullopt;
  if (!made.type.shape.ranked() || made.type.shape.size() != 1) return std::nullopt;
  if (is_counted(analysis_.extents(right), 1)) {
    made.type.shape[0] = b.shape[1];
    made.extents = {analysis_.extents(right)[1]};
  }
  if (!made.type.shape.known()) return std::nullopt;
  return made;
}

/// Returns the product of two matrices of few terms. Their number alone decides on the order of operations. Returns
/// nullopt for other products.
std::optional<BoundedValue> BoundedClassifier::small_product(const ir::Node& node) const {
  const ir::ValueId left = node.operands[0], right = node.operands[1];
  const ir::TensorType &a = analysis_.type(left), &b = analysis_.type(right);
  BoundedValue made{graph_.value(node.results[0]).type, {}};
  if (!a.shape.known() || !b.shape.known() || a.shape.size() != 2 || b.shape.size() != 2) return std::nullopt;
  if (a.dtype != b.dtype || a.dtype != made.type.dtype || a.dtype == DType::boolean) return std::nullopt;
  if (is_floating(a.dtype) && item_size(a.dtype) == 2) return std::nullopt;
  const AxisExtents &of_left = analysis_.extents(left), &of_right = analysis_.extents(right);
  if (is_counted(of_left, 1) || is_counted(of_right, 0)) return std::nullopt;
  if (a.shape[1] != b.shape[0] || a.shape[1] < 1 || a.shape[1] > kFewTerms) return std::nullopt;
  made.type.shape = {a.shape[0], b.shape[1]};
  made.extents = {is_counted(of_left, 0) ? of_left[0] : kStatic, is_counted(of_right, 1) ? of_right[1] : kStatic};
  return made;
}

/// Returns the result of an elementwise node. Returns nullopt if extents that must be equal have different expressions,
/// unless they are those of vectors, which lowering checks.
std::optional<BoundedValue> BoundedClassifier::repeated(const ir::Node& node) {
  BoundedValue made{graph_.value(node.results[0]).type, {}};
  Shape& shape = made.type.shape;
  if (!shape.ranked()) return std::nullopt;
  if (shape.size() == 1 && shape[0] != unknown) return made;  // the length of another operand
  made.extents.assign(shape.size(), kStatic);
  for (ir::ValueId operand : node.operands) {
    const Shape& from = analysis_.type(operand).shape;
    if (!from.known() || from.size() > shape.size()) return std::nullopt;
    for (size_t k = 0; k < from.size(); ++k) {
      const size_t axis = shape.size() - from.size() + k;
      const ExtentId extent = is_counted(analysis_.extents(operand), k) ? analysis_.extents(operand)[k] : kStatic;
      if (extent == kStatic) {
        if (from[k] != 1 && (made.extents[axis] != kStatic || shape[axis] != from[k])) return std::nullopt;
      } else {
        ExtentId& all = made.extents[axis];
        if (shape[axis] != unknown && all == kStatic) return std::nullopt;
        if (all == kStatic || analysis_.extent_table_.contains(extent, all)) {
          all = extent;
        } else if (!analysis_.extent_table_.contains(all, extent)) {
          if (shape.size() != 1) return std::nullopt;
          all = analysis_.extent_table_.id_of({.length = std::max(shape[axis], from[k]), .left = all, .right = extent});
        } else if (all != extent && shape.size() != 1) {
          return std::nullopt;
        }
        shape[axis] = std::max(shape[axis], from[k]);
      }
    }
  }
  clear_if_static(made.extents);
  if (!shape.known() || made.extents.empty()) return std::nullopt;
  return made;
}

/// Returns the result of a reduction of a bounded value. Returns nullopt if the order of operations depends on the
/// extents.
std::optional<BoundedValue> BoundedClassifier::reduced(const ir::Node& node) const {
  const ir::ValueId operand = node.operands[0];
  const Shape& domain = analysis_.type(operand).shape;
  const Reduction reduction = reduction_of(graph_, node);
  if (!has_order_of_all_counts(domain, analysis_.extents(operand), reduction)) return std::nullopt;
  BoundedValue made{graph_.value(node.results[0]).type, {}};
  Shape& shape = made.type.shape;
  const bool keeps_axes = shape.size() == domain.size();
  made.extents.assign(shape.size(), kStatic);
  for (size_t axis = 0, to = 0; axis < domain.size(); ++axis) {
    if (reduction.reduced[axis] && !keeps_axes) continue;
    if (!reduction.reduced[axis] && is_counted(analysis_.extents(operand), axis)) {
      made.extents[to] = analysis_.extents(operand)[axis];
      shape[to] = domain[axis];
    }
    ++to;
  }
  if (!shape.known()) return std::nullopt;
  clear_if_static(made.extents);
  return made;
}

void BoundedClassifier::list_bounded_uses(ir::BlockId id, BoundedUses& uses) const {
  const ir::Block& block = graph_.block(id);
  for (ir::NodeId node : block.nodes) {
    if (!analysis_.is_live(node)) continue;
    for (ir::ValueId operand : graph_.node(node).operands) {
      if (analysis_.is_bounded(operand)) uses.users[operand].push_back(node);
    }
    for (ir::BlockId inner : graph_.node(node).blocks) list_bounded_uses(inner, uses);
  }
  for (ir::ValueId result : block.results) {
    if (analysis_.is_bounded(result)) uses.yielded.insert(result);
  }
}

/// Refuses nodes whose bounded results loops do not use. Returns false if there are none.
bool BoundedClassifier::refuse_bounded() {
  if (analysis_.bounded_.empty()) return false;
  BoundedUses uses;
  list_bounded_uses(graph_.body(), uses);
  const auto is_slice = [&](ir::NodeId node) {
    return analysis_.class_of(node) == NodeClass::Slice || analysis_.class_of(node) == NodeClass::View;
  };
  const auto is_loop = [&](ir::NodeId node) {
    const NodeClass kind = analysis_.class_of(node);
    // A kernel takes the elements as a slice.
    if (kind == NodeClass::SliceAssign || kind == NodeClass::RowProduct || kind == NodeClass::Gather ||
        kind == NodeClass::SteppedSlice)
      return analysis_.index_op_ != nullptr;
    return kind == NodeClass::Elementwise || kind == NodeClass::Reduction || kind == NodeClass::Extent ||
           kind == NodeClass::SmallMatmul || kind == NodeClass::Concat || kind == NodeClass::Scan ||
           kind == NodeClass::Compress;
  };
  const auto only_loops = [&](auto&& self, ir::ValueId value) -> bool {
    return !uses.yielded.contains(value) && std::ranges::all_of(uses.users[value], [&](ir::NodeId user) {
      return is_loop(user) || (is_slice(user) && self(self, graph_.node(user).results[0]));
    });
  };
  const size_t before = refused_.size();
  for (const auto& [value, made] : analysis_.bounded_) {
    const ir::NodeId producer = graph_.value(value).producer;
    if (!is_slice(producer) && !only_loops(only_loops, value)) refused_.insert(producer);
  }
  return refused_.size() != before;
}

}  // namespace ag::codegen
