/// Lowers views, and slices at computed positions.
///
/// Programs that profit: loops that read parts of arrays: trajectories of simulations, tables of dynamic
/// programming, sliding windows.
#include "lower/bounded/extent_registers.h"
#include "lower/element_copies.h"
#include "lower/lowered_values.h"
#include "lower/nests/nest_strides.h"
#include "lower/node_lowerings.h"
#include "lower/slice_places.h"

namespace ag::codegen {

namespace {

using Kind = StatementKind;

class SliceLowering : LoweringPart {
 public:
  explicit SliceLowering(LoweringContext& context) : LoweringPart(context) {}

  void lower_view(ir::NodeId id);
  void lower_slice(ir::NodeId id);
  void lower_copied_view(ir::NodeId id);

 private:
  Register read_element(ir::NodeId id, std::vector<std::pair<Register, int64_t>> terms);
};

}  // namespace

/// Views are lowered at their uses; a number is loaded at once.
void SliceLowering::lower_view(ir::NodeId id) {
  const ir::ValueId result = graph_.node(id).results[0];
  if (is_number(analysis_.type(result))) values().state(result).reg = read_element(id, {});
}

Register SliceLowering::read_element(ir::NodeId id, std::vector<std::pair<Register, int64_t>> terms) {
  const ir::Node& node = graph_.node(id);
  const ir::ValueId base = node.operands[0];
  StridedAccess place{analysis_.view(id).offset, {}, std::move(terms)};
  ArrayId array = kNone;
  SliceAccess placement;
  if (const StridedAccess from = values().place(base);
      !is_whole(from, analysis_.type(base).shape) && names_part(node) &&
      codegen::place(node, analysis_.type(base).shape, from.strides, placement, analysis_.extents(base))) {
    array = values().source(base, node.location).array;
    place.offset = from.offset + placement.offset;
    place.terms.insert(place.terms.end(), from.terms.begin(), from.terms.end());
  } else {
    array = values().row_major_array(base, node.location);
  }
  Statement& load = builder_.add(Kind::Load, node.location);
  load.array = array;
  load.index = {place.offset, std::move(place.terms)};
  return load.result = builder_.add_register(analysis_.type(node.results[0]).dtype);
}

void SliceLowering::lower_slice(ir::NodeId id) {
  const ir::ValueId result = graph_.node(id).results[0];
  std::vector<std::pair<Register, int64_t>> terms = slice_places().place_indices(id);
  if (is_number(analysis_.type(result)))
    values().state(result).reg = read_element(id, std::move(terms));
  else
    values().set_terms(result, std::move(terms));
}

/// Copies the elements of a view of an array that has its own elements in row-major order.
void SliceLowering::lower_copied_view(ir::NodeId id) {
  const ir::Node& node = graph_.node(id);
  const ir::ValueId result = node.results[0];
  StridedAccess place = analysis_.view(id);
  if (analysis_.is_placed(id)) place.terms = slice_places().place_indices(id);
  const Source from{values().source(node.operands[0], node.location).array, std::move(place),
                    analysis_.type(result).shape};
  const ArrayId array = builder_.add_array(analysis_.type(result));
  builder_.add(Kind::Allocate, node.location).array = array;
  copy_elements(builder_, from, from.shape, {array, 0, row_major(from.shape)}, node.location,
                extents().counts_of(result, node.location));
  values().state(result).array = array;
}

void lower_view(LoweringContext& context, ir::NodeId id) { SliceLowering(context).lower_view(id); }

void lower_slice(LoweringContext& context, ir::NodeId id) { SliceLowering(context).lower_slice(id); }

void lower_copied_view(LoweringContext& context, ir::NodeId id) { SliceLowering(context).lower_copied_view(id); }

}  // namespace ag::codegen
