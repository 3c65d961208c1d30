#include "lower/bounded/order_of_counted.h"

#include "lower/nests/nest_strides.h"

namespace ag::codegen {

namespace {

/// True if no axis of a group, apart from its first one, is counted. A group of several axes that begins with a counted
/// one is the whole domain up to its end, so that a row-major copy of a view has the strides of the bounds.
bool is_one_loop(const Shape& domain, const AxisExtents& extents, size_t first, size_t end) {
  size_t axes = 0;
  bool counted_first = false;
  for (size_t axis = first; axis < end; ++axis) {
    if (domain[axis] == 1) continue;
    if (axes > 0 && is_counted(extents, axis)) return false;
    if (axes++ == 0) counted_first = is_counted(extents, axis);
  }
  if (axes < 2 || !counted_first) return true;
  for (size_t axis = 0; axis < first; ++axis) {
    if (domain[axis] != 1) return false;
  }
  return true;
}

/// True if one of the axes has a static length of at least 2.
bool has_static_axis(const Shape& domain, const AxisExtents& extents, size_t first, size_t end) {
  for (size_t axis = first; axis < end; ++axis) {
    if (domain[axis] > 1 && !is_counted(extents, axis)) return true;
  }
  return false;
}

/// True if the result of a reduction does not depend on the order of the elements.
bool has_no_order(const Reduction& reduction) { return !is_floating(reduction.accumulator); }

}  // namespace

bool has_order_of_all_counts(const Shape& domain, const AxisExtents& extents, const Reduction& reduction) {
  const size_t row = row_start(domain, reduction), rank = domain.size();
  if (row >= rank || !is_one_loop(domain, extents, row, rank)) return false;
  if (reduction.position) {
    // The search for an index is a nest of its own over one row.
    return reduction.row_reduced && rank == 1 && domain.back() > kShortRow;
  }
  if (has_no_order(reduction)) return true;
  // Without the kept axes before the row, the reduced axes before them would be a part of the row.
  size_t kept = row;
  while (kept > 0 && (domain[kept - 1] == 1 || reduction.reduced[kept - 1] != reduction.row_reduced)) --kept;
  if (!reduction.row_reduced) return has_static_axis(domain, extents, row, rank);
  return kept == 0 || has_static_axis(domain, extents, kept, row);
}

}  // namespace ag::codegen
