#pragma once
/// The order of reductions over bounded values.
#include "lower/analysis/node_class.h"

namespace ag::codegen {

/// True if a loop nest over the domain combines the elements in the order of kernel/reduce/reduce.h for all extents up
/// to the bounds. That order skips axes of length 1, a length that an extent may have in some runs, and merges adjacent
/// reduced axes.
bool has_order_of_all_counts(const Shape& domain, const AxisExtents& extents, const Reduction& reduction);

}  // namespace ag::codegen
