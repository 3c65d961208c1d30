#pragma once
/// Chooses how the loop of a reduction traverses its elements.
#include "base/machine.h"
#include "program/program.h"

namespace ag::codegen {

/// The loop of a reduction: groups of lanes per iteration, and vectors per group.
struct ReductionSchedule {
  int64_t groups = 1, parts = 1, blocks = 1;  // blocks: interleaved, of a row that threads share
};

/// Returns the schedule of a reduction. The groups of a sum depend on each other in order, but extrema of several
/// groups can be combined among themselves first. If the body has a long dependency chain, two groups are interleaved,
/// because the processor can hold few waiting instructions. Otherwise the latency of additions limits sums, and is
/// lower with vectors of 256 bits; or memory limits them, and traversing several blocks at once issues more
/// requests.
ReductionSchedule schedule_reduction(const Program& program, const detail::Machine& machine, const Statement& fold);

/// True if the reduction is a maximum or minimum.
inline bool is_extremum(const RowReduction& fold) {
  return fold.kind == ir::ReductionKind::Max || fold.kind == ir::ReductionKind::Min;
}

}  // namespace ag::codegen
