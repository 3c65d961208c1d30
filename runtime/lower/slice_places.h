#pragma once
/// The positions of slices that indices determine.
#include <map>
#include <utility>
#include <vector>

#include "lower/lowering_context.h"

namespace ag::codegen {

class SlicePlaces : private LoweringPart {
 public:
  explicit SlicePlaces(LoweringContext& context) : LoweringPart(context) {}

  /// Returns the terms that the indices of a Slice or SliceAssign add to the offset of its elements, after checking
  /// them.
  std::vector<std::pair<Register, int64_t>> place_indices(ir::NodeId node);
  /// The same for an array with these strides.
  std::vector<std::pair<Register, int64_t>> place_indices(ir::NodeId node, const std::vector<int64_t>& strides);
  /// Returns the access with one register for each position on an axis, whatever statements compute it.
  StridedAccess with_positions(StridedAccess place) const;

 private:
  std::map<std::pair<ir::ValueId, int64_t>, Register> positions_;  // by index and length of the axis
  std::map<Register, Register> same_position_;                     // the first register of the same position
};

}  // namespace ag::codegen
