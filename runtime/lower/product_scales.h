#pragma once
/// Scales of matrix products in fast code.
///
/// Programs that profit: fast code with scaled operands of products: attention scores, gradients of means, regularized
/// normal equations.
#include "graph/graph.h"

namespace ag::codegen {

/// Replaces (s A) B by s (A B), and A (s B) likewise, for a number s if the product has fewer elements than the scaled
/// operand, which then needs no array. Also moves divisions by a number, and looks through a transpose. Applies to
/// floating-point operands of static shapes.
void move_scales_behind_products(ir::Graph& graph);

}  // namespace ag::codegen
