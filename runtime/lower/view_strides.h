#pragma once
/// Which elements of an array a view has.
#include <optional>

#include "lower/node_class.h"

namespace ag::codegen {

/// Where the elements of the result of a view operation are, in an array in which those of its operand are at `base`;
/// nothing where they are in no such order, or types are not known.
std::optional<Affine> follow_view(const ir::Graph& graph, const ir::Node& node, const Affine& base);

}  // namespace ag::codegen
