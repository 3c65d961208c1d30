#pragma once
/// Reassociation of matrix products in fast code.
///
/// Programs that profit: fast code with chains of products that end in a vector or a thin matrix: projections,
/// covariance updates of filters, linear layers without an activation.
#include "graph/graph.h"

namespace ag::codegen {

/// Replaces (A B) C by A (B C), or the reverse, if that takes fewer multiplications. Applies to floating-point operands
/// of static shapes.
void reorder_products(ir::Graph& graph);

}  // namespace ag::codegen
