#pragma once
/// The elements that a view reads of its operand.
#include <optional>

#include "lower/analysis/node_class.h"

namespace ag::codegen {

/// The shape of a view, and the access to its elements.
struct View {
  Shape shape;
  StridedAccess place;
};

/// Returns the view of an array of type `from` whose elements are at `base`. Returns nullopt if its kernel makes
/// another array or raises an error.
std::optional<View> run_view(const ir::Node& node, const ir::TensorType& from, const StridedAccess& base);
/// Returns the type of an array that is shorter by one along an axis.
inline ir::TensorType shortened(ir::TensorType type, size_t axis) {
  --type.shape[axis];
  return type;
}
/// Returns the access to the elements of the view, if its type is `to`.
std::optional<StridedAccess> follow_view(const ir::Node& node, const ir::TensorType& from, const ir::TensorType& to,
                                         const StridedAccess& base);

}  // namespace ag::codegen
