#pragma once
/// Lowering of single nodes, by class. Each function emits the statements of a node and sets the state of its results.
#include "lower/lowering_context.h"

namespace ag::codegen {

// branches_and_loops.cpp. `kind`: If or Switch.
void lower_branches(LoweringContext& context, ir::NodeId id, StatementKind kind);
void lower_while(LoweringContext& context, ir::NodeId id);
// function_calls.cpp
void lower_call(LoweringContext& context, ir::NodeId id);

// slices.cpp and slice_assignments.cpp
/// Views are lowered at their uses; a number is loaded at once.
void lower_view(LoweringContext& context, ir::NodeId id);
void lower_slice(LoweringContext& context, ir::NodeId id);
/// Copies the elements of a view of an array that has its own elements in row-major order.
void lower_copied_view(LoweringContext& context, ir::NodeId id);
void lower_slice_assign(LoweringContext& context, ir::NodeId id);

// bounded
void lower_compress(LoweringContext& context, ir::NodeId id);
void lower_row_product(LoweringContext& context, ir::NodeId id);

void lower_concat(LoweringContext& context, ir::NodeId id);
void lower_scatter(LoweringContext& context, ir::NodeId id);
void lower_segment_sum(LoweringContext& context, ir::NodeId id);

// small
void lower_sort(LoweringContext& context, ir::NodeId id);
void lower_small_matmul(LoweringContext& context, ir::NodeId id);
void lower_convolution(LoweringContext& context, ir::NodeId id);
void lower_small_solve(LoweringContext& context, ir::NodeId id);
void lower_cholesky(LoweringContext& context, ir::NodeId id);

}  // namespace ag::codegen
