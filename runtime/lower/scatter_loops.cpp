/// Lowers scatter_add, scatter_sub, scatter_update and take_update to sequential loops: repeated indices must apply in
/// order.
///
/// Programs that profit: programs that update elements at computed indices: histograms, gradients of embedding tables,
/// sparse updates.
#include <algorithm>

#include "lower/element_copies.h"
#include "lower/fusion.h"
#include "lower/index_checks.h"
#include "lower/lowered_values.h"
#include "lower/nests/nest_strides.h"
#include "lower/node_lowerings.h"

namespace ag::codegen {

namespace {

using Kind = StatementKind;

class ScatterLowering : LoweringPart {
 public:
  explicit ScatterLowering(LoweringContext& context) : LoweringPart(context) {}

  void lower(ir::NodeId id);

 private:
  ArrayId lower_scattered(ir::NodeId id);
};

}  // namespace

Scatter scatter_of(const ir::Node& node, const Shape& shape) {
  switch (node.op->kind()) {
    case ir::OpKind::ScatterAdd:
      return {Primitive::Add, 0};
    case ir::OpKind::ScatterSub:
      return {Primitive::Subtract, 0};
    case ir::OpKind::TakeUpdate:
      return {Primitive::Copy, gathered_axis(node, shape)};
    default:
      return {Primitive::Copy, 0};
  }
}

Shape named_shape(const Shape& array, const Shape& indices, size_t axis) {
  Shape named;
  for (size_t k = 0; k < axis; ++k) named.push_back(array[k]);
  for (int64_t extent : indices) named.push_back(extent);
  for (size_t k = axis + 1; k < array.size(); ++k) named.push_back(array[k]);
  return named;
}

/// Returns the array to be updated: that of the operand if it is dead after the node, otherwise a copy.
ArrayId ScatterLowering::lower_scattered(ir::NodeId id) {
  const ir::Node& node = graph_.node(id);
  const ir::ValueId target = node.operands[0];
  const auto is_it = [&](ir::ValueId operand) { return values().base_of(operand) == target; };
  if (analysis_.consumes(id, target) && std::ranges::count_if(node.operands, is_it) == 1 && !values().view_of(target) &&
      values().same_array(target, node.results[0])) {
    const ArrayId array = values().boxed(target, node.location);
    fusion().flush_readers(array);
    builder_.add(Kind::MakeUnique, node.location).array = array;
    return array;
  }
  const Source from = values().source(target, node.location);
  const ArrayId array = builder_.add_array(analysis_.type(node.results[0]));
  builder_.add(Kind::Allocate, node.location).array = array;
  copy_elements(builder_, from, from.shape, {array, 0, row_major(from.shape)}, node.location);
  return array;
}

void ScatterLowering::lower(ir::NodeId id) {
  const ir::Node& node = graph_.node(id);
  const SourceLocation at = node.location;
  const Scatter scatter = scatter_of(node, analysis_.type(node.operands[0]).shape);
  check_places(context_, node, scatter.axis);
  const ir::TensorType& places_type = analysis_.type(node.operands[1]);
  const Shape &shape = analysis_.type(node.operands[0]).shape, &places = places_type.shape;
  const ArrayId numbers = values().row_major_array(node.operands[1], at);
  std::optional<Source> updates;
  if (!is_number(analysis_.type(node.operands[2]))) updates = values().source(node.operands[2], at);
  const Register single = updates ? kNone : values().number(node.operands[2]);
  const ArrayId array = lower_scattered(id);
  Shape named = named_shape(shape, places, scatter.axis);
  Strides whole = row_major(shape);
  const Strides index_strides = row_major(places);
  Strides steps = updates ? broadcast(updates->place.strides, updates->shape, named) : Strides(named.size(), 0);
  const size_t behind = scatter.axis + places.size();  // the first axis after those of the indices
  if (behind == named.size()) {
    // A row of one element has a loop, too: rows are sequential, but the elements of a row are independent.
    named.push_back(1), whole.push_back(1), steps.push_back(0);
  }
  Index place, read, write;
  if (updates) read = {updates->place.offset, updates->place.terms};
  // From the outermost axis to the innermost: first the index of a row, then its elements.
  const auto from_axis = [&](auto&& self, size_t axis) -> void {
    if (axis == behind) {
      Register row = builder_.load_at(numbers, place, at);
      if (places_type.dtype != DType::int64) row = builder_.let(Primitive::Convert, DType::int64, {row}, at);
      if (category(places_type.dtype) == Category::Signed)
        row = builder_.from_front(row, builder_.integer(shape[scatter.axis], DType::int64, at), at);
      write.terms.emplace_back(row, whole[scatter.axis]);
    }
    if (axis == named.size()) {
      Register value = updates ? builder_.load_at(updates->array, read, at) : single;
      if (scatter.change != Primitive::Copy)
        value = builder_.let(scatter.change, analysis_.type(node.results[0]).dtype,
                             {builder_.load_at(array, write, at), value}, at);
      return builder_.store_at(array, write, value, at);
    }
    builder_.loop(named[axis], at, [&](Register index) {
      if (axis >= scatter.axis && axis < behind)
        place.terms.emplace_back(index, index_strides[axis - scatter.axis]);
      else
        write.terms.emplace_back(index, whole[axis < behind ? axis : axis - places.size() + 1]);
      if (steps[axis] != 0) read.terms.emplace_back(index, steps[axis]);
      self(self, axis + 1);
    });
  };
  from_axis(from_axis, 0);
  values().state(node.results[0]).array = array;
}

void lower_scatter(LoweringContext& context, ir::NodeId id) { ScatterLowering(context).lower(id); }

}  // namespace ag::codegen
