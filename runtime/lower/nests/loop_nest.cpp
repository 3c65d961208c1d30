#include "lower/nests/loop_nest.h"

#include <algorithm>

#include "lower/bounded/extent_registers.h"
#include "lower/node_builder.h"

namespace ag::codegen {

LoopNest::LoopNest(LoweringContext& context, const Cluster& cluster)
    : LoweringPart(context), cluster_(cluster), location_(graph_.node(cluster.nodes.back()).location) {}

void LoopNest::emit() {
  std::map<ir::ValueId, int> inner;  // uses by nodes of the cluster
  for (ir::NodeId id : cluster_.nodes) {
    if (fusion().takes_from_elsewhere(id)) {
      factors_[id] = factors_of(id);
      continue;
    }
    for (ir::ValueId operand : node(id).operands) {
      ++inner[operand];
      if (graph_.value(operand).producer != ir::kNone &&
          std::ranges::find(cluster_.nodes, graph_.value(operand).producer) != cluster_.nodes.end()) {
        continue;
      }
      if (values().has_register(operand) || accesses_.contains(operand)) continue;
      accesses_[operand] = access_of(operand);
      // The vectors of a product have one length.
      if (is(node(id), ir::OpKind::Matmul)) accesses_[operand].scale = kNone;
    }
  }
  for (ir::NodeId id : cluster_.nodes) {
    const ir::ValueId result = node(id).results[0];
    const bool reduction = analysis_.class_of(id) == NodeClass::Reduction;
    if (is_number(analysis_.type(result))) continue;
    if (!reduction && inner[result] >= analysis_.uses(result)) continue;
    if (const Part* to = values().part_of(result)) {
      for (const auto& [value, access] : accesses_) {
        if (access.array == to->array && !is_computed_here(value)) overwritten_.push_back(value);
      }
      accesses_[result] = {to->array, to->offset, to->strides, to->terms, to->steps.empty() ? kNone : to->steps[0]};
      continue;
    }
    const ArrayId old = reduction ? kNone : take_over(result);
    const ArrayId array = old != kNone ? old : builder_.add_array(analysis_.type(result));
    builder_.add(old != kNone ? StatementKind::MakeUnique : StatementKind::Allocate, node(id).location).array = array;
    values().state(result).array = array;
    if (!reduction) accesses_[result] = {array, 0, row_major(cluster_.domain)};
  }
  emit_loops();
}

LoopNest::Level LoopNest::level_of(size_t axis) const {
  Level level{cluster_.domain[axis], axis};
  if (is_counted(cluster_.extents, axis)) level.count = extents().extent(cluster_.extents[axis]);
  return level;
}

void LoopNest::extend(Level& level, size_t axis) const {
  level.extent *= cluster_.domain[axis];
  level.axis = axis;
  if (level.count == kNone) return;
  const Register rows = builder_.integer(cluster_.domain[axis], DType::int64, location_);
  level.count = builder_.let(Primitive::Multiply, DType::int64, {level.count, rows}, location_);
}

std::vector<LoopNest::Level> LoopNest::even_levels(size_t first, size_t end) const {
  std::vector<Level> levels;
  size_t group = first;
  for (size_t axis = first; axis < end; ++axis) {
    if (cluster_.domain[axis] == 1) continue;
    const bool even = !levels.empty() && !is_counted(cluster_.extents, axis) && factors_.empty() &&
                      std::ranges::all_of(accesses_, [&](const auto& access) {
                        return is_even(cluster_.domain, access.second.strides, group, axis);
                      });
    if (even) {
      extend(levels.back(), axis);
    } else {
      levels.push_back(level_of(axis));
      group = axis;
    }
  }
  return levels;
}

std::vector<LoopNest::Factor> LoopNest::factors_of(ir::NodeId id) {
  const NodeClass kind = analysis_.class_of(id);
  return kind == NodeClass::SmallMatmul    ? factors_of_product(node(id))
         : kind == NodeClass::Gather       ? factors_of_gather(node(id))
         : kind == NodeClass::SteppedSlice ? factors_of_stepped_slice(id)
                                           : factors_of_one_hot(node(id));
}

Register LoopNest::load_factor(const Factor& factor, DType dtype, int64_t further, Loops loops,
                               SourceLocation location) {
  Statement& load = builder_.add(StatementKind::Load, location);
  load.array = factor.access.array;
  load.index = index(factor.access, loops);
  load.index.offset += further * factor.step;
  return load.result = builder_.add_register(dtype);
}

bool LoopNest::is_computed_here(ir::ValueId value) const {
  if (value == ir::kNone) return false;
  return std::ranges::find(cluster_.nodes, graph_.value(value).producer) != cluster_.nodes.end();
}

ArrayId LoopNest::take_over(ir::ValueId result) {
  for (const auto& [value, access] : accesses_) {
    if (!values().is_made_here(value) || !values().same_array(value, result)) continue;
    if (analysis_.extents(value) != cluster_.extents) continue;
    if (const ir::ValueId next = values().next_of(value); next != result && is_computed_here(next)) continue;
    const auto same = [&](const auto& other) { return other.second.array == access.array; };
    if (std::ranges::count_if(accesses_, same) != 1 || access.offset != 0 || !access.terms.empty()) continue;
    const Strides whole = row_major(cluster_.domain);
    bool in_order = true;
    for (size_t axis = 0; axis < whole.size(); ++axis) {
      in_order = in_order && (cluster_.domain[axis] == 1 || access.strides[axis] == whole[axis]);
    }
    const auto consumes = [&](ir::NodeId id) { return analysis_.consumes(id, value); };
    if (!in_order || std::ranges::none_of(cluster_.nodes, consumes)) continue;
    const auto takes = [&](const auto& of) {
      return std::ranges::any_of(of.second, [&](const Factor& factor) { return factor.access.array == access.array; });
    };
    if (std::ranges::any_of(factors_, takes)) continue;
    if (fusion().is_read_later(access.array, cluster_)) continue;
    overwritten_.push_back(value);
    return access.array;
  }
  return kNone;
}

LoopNest::Access LoopNest::access_of(ir::ValueId operand) {
  const Source source = values().source(operand, location_);
  Strides strides = broadcast(source.place.strides, source.shape, cluster_.domain);
  const size_t rank = cluster_.domain.size();
  const size_t first = cluster_.reduction ? row_start(cluster_.domain, *cluster_.reduction) : rank;
  if (first >= rank || is_even(cluster_.domain, strides, first, rank - 1)) {
    Access access{source.array, source.place.offset, std::move(strides), source.place.terms};
    const AxisExtents& own = analysis_.extents(operand);
    if (rank == 1 && !own.empty() && own != cluster_.extents)
      access.scale = extents().index_scale(own.back(), location_);
    return access;
  }
  // The rows are uneven only in a reduction of a view that is alone in its nest. The view is copied in row-major
  // order.
  const ArrayId array = values().boxed(operand, location_);
  builder_.add(StatementKind::MakeContiguous, location_).array = array;
  return {array, 0, row_major(cluster_.domain)};
}

Index LoopNest::index(const Access& access, Loops loops) const {
  Index result;
  result.offset = access.offset;
  result.terms = access.terms;
  for (const std::vector<Level>* levels : loops) {
    for (const Level& level : *levels) {
      const int64_t stride = access.strides[level.axis];
      if (level.index == kNone && access.scale == kNone)
        result.offset += stride * level.step * level.at;
      else if (level.index == kNone && stride != 0)
        result.terms.emplace_back(scaled(builder_.integer(level.at, DType::int64, location_), access),
                                  stride * level.step);
      else if (stride != 0)
        result.terms.emplace_back(scaled(level.index, access), stride * level.step);
    }
  }
  return result;
}

Register LoopNest::scaled(Register index, const Access& access) const {
  if (access.scale == kNone) return index;
  return builder_.let(Primitive::Multiply, DType::int64, {index, access.scale}, location_);
}

Register LoopNest::value(ir::ValueId id, Loops loops) {
  if (const auto found = values_.find(id); found != values_.end()) return found->second;
  if (is_number(analysis_.type(id))) return values().number(id);
  if (values().has_register(id)) {
    const DType dtype = analysis_.type(id).dtype;
    return values_[id] = builder_.let(Primitive::Copy, dtype, {values().number(id)}, location_);
  }
  const Access& access = accesses_.at(id);
  return values_[id] = builder_.load_at(access.array, index(access, loops), location_);
}

Register LoopNest::element(const ir::Node& of, Loops loops) {
  std::vector<Register> operands;
  for (ir::ValueId operand : of.operands) operands.push_back(value(operand, loops));
  return NodeBuilder(context_, of).run(operands);
}

std::vector<LoopNest::ReductionOperand> LoopNest::elements(Loops loops) {
  std::vector<ReductionOperand> folded;
  for (ir::ValueId id : overwritten_) value(id, loops);
  for (ir::NodeId id : cluster_.nodes) {
    const ir::Node& of = node(id);
    if (analysis_.class_of(id) == NodeClass::Reduction) {
      ReductionOperand& one = folded.emplace_back(ReductionOperand{fold_operand(of, value(of.operands[0], loops))});
      if (of.operands.size() > 1) one.factor = value(of.operands[1], loops);
      continue;
    }
    const Register result = element_of(id, loops);
    values_[of.results[0]] = result;
    const auto output = accesses_.find(of.results[0]);
    if (output == accesses_.end()) continue;
    builder_.store_at(output->second.array, index(output->second, loops), result, of.location);
  }
  return folded;
}

Register LoopNest::element_of(ir::NodeId id, Loops loops) {
  switch (analysis_.class_of(id)) {
    case NodeClass::SmallMatmul:
      return sum_of_terms(id, loops);
    case NodeClass::Gather:
      return gathered(id, loops);
    case NodeClass::SteppedSlice:
      return element_of_slice(id, loops);
    case NodeClass::OneHot:
      return is_hot(id, loops);
    default:
      return element(node(id), loops);
  }
}

Register LoopNest::fold_operand(const ir::Node& of, Register element) {
  const Reduction reduction = reduction_of(graph_, of);
  DType dtype = analysis_.type(of.operands[0]).dtype;
  auto convert = [&](DType to) {
    if (dtype != to) element = builder_.let(Primitive::Convert, to, {element}, of.location);
    dtype = to;
  };
  if (reduction.kind >= ir::ReductionKind::All && dtype != DType::boolean) {
    if (item_size(dtype) == 2 && is_floating(dtype)) convert(DType::float32);
    const Register zero = builder_.constant(dtype, 0, of.location);
    element = builder_.let(Primitive::NotEqual, dtype, {element, zero}, of.location);
    dtype = DType::boolean;
  }
  convert(reduction.accumulator);
  return element;
}

}  // namespace ag::codegen
