#pragma once
/// The elements of an array that a view accesses.
#include <optional>

#include "lower/node_class.h"

namespace ag::codegen {

/// Returns the access to the result of a view operation, in an array in which its operand has the access `base`.
/// Returns nullopt if no strides describe the result, or if types are unknown.
std::optional<StridedAccess> follow_view(const ir::Graph& graph, const ir::Node& node, const StridedAccess& base);

}  // namespace ag::codegen
