/// Concatenation of arrays (concat, stack, roll): a loop nest copies each part to its position, or stores it there when
/// it is computed.
///
/// Programs that profit: programs that assemble arrays from others: boundary values around a field, padded images,
/// feature columns side by side.
#include <algorithm>

#include "lower/lowering.h"
#include "lower/nest_strides.h"

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

}  // namespace

/// Copies elements to an array. Adjacent axes along which both sides have even strides become one loop.
void Lowering::copy_elements(const Source& from, const Shape& shape, const Part& to, SourceLocation location) {
  Index read{from.place.offset, from.place.terms}, write{to.offset, {}};
  const auto from_axis = [&](auto&& self, size_t axis) -> void {
    if (axis == shape.size()) return store_at(to.array, write, load_at(from.array, read, location), location);
    int64_t extent = shape[axis];
    size_t last = axis;
    while (last + 1 < shape.size() && is_even(shape, from.place.strides, axis, last + 1) &&
           is_even(shape, to.strides, axis, last + 1)) {
      extent *= shape[++last];
    }
    // The stride is that of the last axis longer than 1.
    size_t step = last;
    while (step > axis && shape[step] == 1) --step;
    if (extent == 1) return self(self, last + 1);
    loop(extent, location, [&](Register index) {
      read.terms.emplace_back(index, from.place.strides[step]);
      write.terms.emplace_back(index, to.strides[step]);
      self(self, last + 1);
    });
  };
  from_axis(from_axis, 0);
}

/// True if pending loops compute the value elementwise, and all other uses of the value are in these loops.
bool Lowering::may_be_stored_as_part(ir::ValueId value) {
  if (is_number(type(value)) || state(value).cluster == kNone) return false;
  const Cluster& cluster = clusters_[static_cast<size_t>(state(value).cluster)];
  std::ptrdiff_t inside = 0;
  for (const ir::NodeId node : cluster.nodes) inside += std::ranges::count(graph_.node(node).operands, value);
  // In a nest with a reduction, all accesses must have even strides along the row, which a part need not have.
  return analysis_.uses(value) == inside + 1 && !cluster.reduction;
}

void Lowering::lower_concat(ir::NodeId id) {
  const ir::Node& node = graph_.node(id);
  const SourceLocation at = node.location;
  const ir::TensorType& to = type(node.results[0]);
  const bool stacks = is(node, ir::OpKind::Stack), rolls = is(node, ir::OpKind::Roll);
  const size_t axis = axis_of(std::get<int64_t>(node.attributes[rolls ? 1 : 0]), to.shape);
  std::vector<Places> parts;
  if (rolls) {
    const int64_t length = to.shape[axis], shift = (std::get<int64_t>(node.attributes[0]) % length + length) % length;
    parts = {{0, length - shift, shift, 0}, {0, 0, length - shift, shift}};
  } else {
    int64_t place = 0;
    for (size_t k = 0; k < node.operands.size(); ++k) {
      const int64_t length = stacks ? 1 : type(node.operands[k]).shape[axis];
      parts.push_back({k, 0, length, place});
      place += length;
    }
  }
  for (const ir::ValueId operand : node.operands) {
    if (is_number(type(operand))) number(operand);
  }
  const ArrayId array = add_array(to);
  add(StatementKind::Allocate, at).array = array;
  Strides strides = row_major(to.shape);
  const int64_t step = strides[axis];
  if (stacks) strides.erase(strides.begin() + static_cast<std::ptrdiff_t>(axis));
  const auto part_of = [&](const Places& places) { return Part{array, places.to * step, strides}; };
  // Register all parts before any of them is computed: one nest may compute several parts and operands of copies.
  std::set<ir::ValueId> stored;
  for (const Places& places : parts) {
    const ir::ValueId operand = node.operands[places.operand];
    if (rolls || !may_be_stored_as_part(operand)) continue;
    parts_[operand] = part_of(places);
    stored.insert(operand);
  }
  for (const Places& places : parts) {
    const ir::ValueId operand = node.operands[places.operand];
    const Part part = part_of(places);
    if (is_number(type(operand))) {
      store_at(array, {part.offset, {}}, number(operand), at);
    } else if (stored.contains(operand)) {
      if (state(operand).cluster != kNone) flush(state(operand).cluster);
    } else {
      Source from = source(operand, at);
      Shape extents = from.shape;
      if (!stacks) {
        from.place.offset += places.first * from.place.strides[axis];
        extents[axis] = places.length;
      }
      if (extents.element_count() != 0) copy_elements(from, extents, part, at);
    }
  }
  parts_.clear();
  state(node.results[0]).array = array;
}

}  // namespace ag::codegen
