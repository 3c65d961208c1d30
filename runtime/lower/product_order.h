#pragma once
/// The order of products of several matrices, where code is to be fast.
#include "graph/graph.h"

namespace ag::codegen {

/// (A B) C becomes A (B C), and the other way round, where that takes fewer multiplications; of floating-point numbers
/// and known shapes.
void reorder_products(ir::Graph& graph);

}  // namespace ag::codegen
