#include "lower/lowered_values.h"

#include <algorithm>

#include "base/check.h"
#include "lower/bounded/extent_registers.h"
#include "lower/element_copies.h"
#include "lower/fusion.h"
#include "lower/nests/nest_strides.h"

namespace ag::codegen {

namespace {

using Kind = StatementKind;

}  // namespace

LoweredValues::LoweredValues(LoweringContext& context) : LoweringPart(context), states_(graph_.value_count()) {}

void LoweredValues::forget_after(size_t mark) {
  while (learned_.size() > mark) {
    states_[static_cast<size_t>(learned_.back().first)] = learned_.back().second;
    learned_.pop_back();
  }
}

Register LoweredValues::number(ir::ValueId value) {
  if (state(value).cluster != kNone) fusion().flush(state(value).cluster);
  AG_CHECK(state(value).reg != kNone, "a number has no register");
  return state(value).reg;
}

ArrayId LoweredValues::boxed(ir::ValueId value, SourceLocation location) {
  if (state(value).cluster != kNone) fusion().flush(state(value).cluster);
  const bool bounded = analysis_.is_bounded(value);
  if (bounded && !view_of(value)) return extents().tensor_of_bounded(value, location);
  if (state(value).array != kNone) return state(value).array;
  if (const ir::Node* view = view_of(value)) {
    if (!bounded && may_be_stored_as(value)) return store_as(value, location);
    if (is_reordered(value)) return copy_reordered(value);
    std::vector<ArrayId> inputs;
    for (ir::ValueId operand : view->operands) inputs.push_back(boxed(operand, location));
    const ArrayId array = builder_.add_array(graph_.value(value).type);
    const int32_t site = context_.add_site(*view);
    program_.sites[static_cast<size_t>(site)].inputs = std::move(inputs);
    program_.sites[static_cast<size_t>(site)].outputs = {array};
    builder_.add(Kind::Kernel, view->location).site = site;
    return learn(value).array = array;
  }
  const ir::NodeId producer = graph_.value(value).producer;
  if (producer != ir::kNone && analysis_.class_of(producer) == NodeClass::Constant) {
    return state(value).array = add_constant(value, std::get<Tensor>(graph_.node(producer).attributes[0]));
  }
  const ArrayId array = builder_.add_array(analysis_.type(value));
  if (is_number(analysis_.type(value)))
    builder_.box(array, number(value), location);
  else
    builder_.fill(array, number(value), location);
  return learn(value).array = array;
}

ArrayId LoweredValues::add_constant(ir::ValueId value, const Tensor& tensor) {
  const ArrayId array = builder_.add_array(analysis_.type(value));
  program_.constants.emplace_back(array, tensor);
  return array;
}

Source LoweredValues::source(ir::ValueId value, SourceLocation location) {
  if (const auto copy = copies_.find(value); copy != copies_.end())
    return {copy->second, {0, row_major(analysis_.type(value).shape), {}}, analysis_.type(value).shape};
  if (state(value).cluster != kNone) fusion().flush(state(value).cluster);
  if (const ir::Node* view = view_of(value)) {
    if (std::optional<StridedAccess> place = place_in_root(value)) {
      return {source(view->operands[0], location).array, *std::move(place), analysis_.type(value).shape};
    }
    const bool in_order = is_reordered(value);
    const ArrayId array = boxed(value, location);
    if (!in_order) builder_.add(Kind::MakeContiguous, location).array = array;
  }
  const ArrayId array = analysis_.is_bounded(value) ? state(value).array : boxed(value, location);
  return {array, {0, row_major(analysis_.type(value).shape), {}}, analysis_.type(value).shape};
}

ArrayId LoweredValues::row_major_array(ir::ValueId value, SourceLocation location) {
  if (is_whole(place(value), analysis_.type(value).shape)) return source(value, location).array;
  const ArrayId array = boxed(value, location);
  builder_.add(Kind::MakeContiguous, location).array = array;
  return array;
}

ArrayId LoweredValues::copy_of(ir::ValueId value, SourceLocation location) {
  const Shape& shape = analysis_.type(value).shape;
  const ArrayId array = builder_.add_array(analysis_.type(value));
  builder_.add(Kind::Allocate, location).array = array;
  copy_elements(builder_, source(value, location), shape, {array, 0, row_major(shape)}, location);
  return array;
}

/// Frees the tensors of the views of a value, which have no use after the update of the value that takes `operands`.
/// Otherwise the update would copy its elements.
void LoweredValues::free_views(ir::ValueId of, const std::vector<ArrayId>& operands, SourceLocation location) {
  for (const auto& [value, before] : learned_) {
    ArrayId& array = state(value).array;
    if (array == kNone || !view_of(value) || base_of(value) != of) continue;
    if (array == state(of).array || std::ranges::find(operands, array) != operands.end()) continue;
    builder_.add(Kind::Free, location).array = array;
    array = kNone;
  }
}

bool LoweredValues::is_made_here(ir::ValueId value) {
  if (is_number(analysis_.type(value)) || state(value).array == kNone || view_of(value)) return false;
  const ir::NodeId producer = graph_.value(value).producer;
  if (producer == ir::kNone) {
    const ir::NodeId owner = graph_.block(graph_.value(value).block).owner;
    return owner != ir::kNone && analysis_.class_of(owner) == NodeClass::While;
  }
  const NodeClass made = analysis_.class_of(producer);
  return made == NodeClass::Elementwise || made == NodeClass::Reduction || made == NodeClass::Product ||
         made == NodeClass::SmallMatmul || made == NodeClass::Gather || made == NodeClass::SteppedSlice ||
         made == NodeClass::OneHot || made == NodeClass::Scan || made == NodeClass::Scatter ||
         made == NodeClass::Concat || made == NodeClass::Sort || made == NodeClass::Segments ||
         made == NodeClass::Inverse || made == NodeClass::Cholesky || made == NodeClass::Copy ||
         made == NodeClass::SliceAssign || made == NodeClass::While;
}

ir::ValueId LoweredValues::next_of(ir::ValueId value) const {
  const ir::Block& block = graph_.block(graph_.value(value).block);
  if (graph_.value(value).producer != ir::kNone || block.owner == ir::kNone) return ir::kNone;
  if (analysis_.class_of(block.owner) != NodeClass::While || block.results.size() != block.arguments.size()) {
    return ir::kNone;
  }
  const auto at = std::ranges::find(block.arguments, value);
  return at == block.arguments.end() ? ir::kNone : block.results[static_cast<size_t>(at - block.arguments.begin())];
}

}  // namespace ag::codegen
