#include "kernel/reduce/reduce.h"

namespace ag::kernel {

namespace {

struct Axis {
  int64_t extent;
  int64_t stride;
  bool reduced;
};

}  // namespace

ReducePlan plan_reduction(const Tensor& x, std::span<const int64_t> axes) {
  const detail::TensorImpl& impl = *x.impl();
  ReducePlan plan;
  detail::SmallVector<Axis, 4> loops;
  detail::SmallVector<bool, 4> reduced(impl.shape.size(), false);
  for (int64_t axis : axes) {
    reduced[static_cast<size_t>(axis)] = true;
    plan.count *= impl.shape[static_cast<size_t>(axis)];
  }
  for (size_t axis = 0; axis < impl.shape.size(); ++axis) {
    if (impl.shape[axis] != 1) loops.push_back({impl.shape[axis], impl.strides[axis], reduced[axis]});
  }
  size_t outer = loops.size();
  if (outer > 0) {
    const Axis& last = loops[--outer];
    plan.row = last.extent;
    plan.row_stride = last.stride;
    plan.row_reduced = last.reduced;
    while (outer > 0 && loops[outer - 1].reduced == last.reduced) {
      if (loops[outer - 1].stride != plan.row_stride * plan.row) {
        // The axes of a reduced row must merge into one axis with one stride, since the lanes run through all of it.
        if (last.reduced && !detail::is_contiguous(impl)) return plan_reduction(detail::make_contiguous(x), axes);
        break;
      }
      plan.row *= loops[--outer].extent;
    }
  }
  for (size_t axis = 0; axis < outer; ++axis) {
    ReducePlan::Dims& dims = loops[axis].reduced ? plan.reduced : plan.kept;
    ReducePlan::Dims& strides = loops[axis].reduced ? plan.reduced_strides : plan.kept_strides;
    dims.push_back(loops[axis].extent);
    strides.push_back(loops[axis].stride);
  }
  plan.source = x;
  return plan;
}

}  // namespace ag::kernel
