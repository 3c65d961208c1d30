/// Concatenation of arrays (concat, stack, roll): a loop nest copies each part to its position, or stores it there when
/// it is computed.
///
/// Programs that profit: programs that assemble arrays from others: boundary values around a field, padded images,
/// feature columns side by side.
#include <algorithm>

#include "lower/element_copies.h"
#include "lower/fusion.h"
#include "lower/lowered_values.h"
#include "lower/nests/nest_strides.h"
#include "lower/node_lowerings.h"

namespace ag::codegen {

namespace {

/// A range along one axis that is copied.
struct Places {
  size_t operand = 0;
  int64_t first = 0, length = 0;
  int64_t to = 0;
};

size_t axis_of(int64_t given, const Shape& shape) {
  return static_cast<size_t>(given < 0 ? given + shape.rank() : given);
}

class ConcatLowering : LoweringPart {
 public:
  explicit ConcatLowering(LoweringContext& context) : LoweringPart(context) {}

  void lower(ir::NodeId id);
};

}  // namespace

void ConcatLowering::lower(ir::NodeId id) {
  const ir::Node& node = graph_.node(id);
  const SourceLocation at = node.location;
  const ir::TensorType& to = analysis_.type(node.results[0]);
  const bool stacks = is(node, ir::OpKind::Stack), rolls = is(node, ir::OpKind::Roll);
  const size_t axis = axis_of(std::get<int64_t>(node.attributes[rolls ? 1 : 0]), to.shape);
  std::vector<Places> parts;
  if (rolls) {
    const int64_t length = to.shape[axis], shift = (std::get<int64_t>(node.attributes[0]) % length + length) % length;
    parts = {{0, length - shift, shift, 0}, {0, 0, length - shift, shift}};
  } else {
    int64_t place = 0;
    for (size_t k = 0; k < node.operands.size(); ++k) {
      const int64_t length = stacks ? 1 : analysis_.type(node.operands[k]).shape[axis];
      parts.push_back({k, 0, length, place});
      place += length;
    }
  }
  for (const ir::ValueId operand : node.operands) {
    if (is_number(analysis_.type(operand))) values().number(operand);
  }
  const ArrayId array = builder_.add_array(to);
  builder_.add(StatementKind::Allocate, at).array = array;
  Strides strides = row_major(to.shape);
  const int64_t step = strides[axis];
  if (stacks) strides.erase(strides.begin() + static_cast<std::ptrdiff_t>(axis));
  const auto part_of = [&](const Places& places) { return Part{array, places.to * step, strides}; };
  // Register all parts before any of them is computed: one nest may compute several parts and operands of copies.
  std::set<ir::ValueId> stored;
  for (const Places& places : parts) {
    const ir::ValueId operand = node.operands[places.operand];
    if (rolls || !fusion().may_be_stored_as_part(operand)) continue;
    values().store_in(operand, part_of(places));
    stored.insert(operand);
  }
  for (const Places& places : parts) {
    const ir::ValueId operand = node.operands[places.operand];
    const Part part = part_of(places);
    if (is_number(analysis_.type(operand))) {
      builder_.store_at(array, {part.offset, {}}, values().number(operand), at);
    } else if (stored.contains(operand)) {
      if (values().state(operand).cluster != kNone) fusion().flush(values().state(operand).cluster);
    } else {
      Source from = values().source(operand, at);
      Shape extents = from.shape;
      if (!stacks) {
        from.place.offset += places.first * from.place.strides[axis];
        extents[axis] = places.length;
      }
      if (extents.element_count() != 0) copy_elements(builder_, from, extents, part, at);
    }
  }
  for (const ir::ValueId operand : stored) values().forget_part(operand);
  values().state(node.results[0]).array = array;
}

void lower_concat(LoweringContext& context, ir::NodeId id) { ConcatLowering(context).lower(id); }

}  // namespace ag::codegen
