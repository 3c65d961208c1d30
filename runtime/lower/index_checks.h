#pragma once
/// Bounds checks of gathered indices, emitted before the nest that gathers the elements.
///
/// Programs that profit: programs that read elements by computed indices: lookup tables, embeddings, the scores of
/// given classes.
#include "lower/lowering_context.h"

namespace ag::codegen {

/// Returns an array for a kernel that only reports an error in another operand and reads no element of this one. The
/// operand itself may be in memory that kernels cannot take.
ArrayId placeholder_array(LoweringContext& context, ir::ValueId operand, SourceLocation location);

/// Checks that all indices are in bounds; otherwise the kernel reports the first invalid one.
void check_places(LoweringContext& context, const ir::Node& node, size_t axis);

}  // namespace ag::codegen
