/// Where the greatest and the least elements are.
#include <cmath>
#include <memory>

#include "kernel/accumulate.h"
#include "kernel/reduce.h"
#include "ops/axes.h"

namespace ag::ops {

namespace {

using kernel::widen;

/// Reduces to the greatest (least) element; a NaN counts as both.
template <class T>
struct Greatest {
  using Accumulator = kernel::ComputeOf<T>;
  static Accumulator load(T x) { return widen(x); }
  static bool precedes(Accumulator a, Accumulator b) { return (a > b) | ((a != a) & (b == b)); }
};

template <class T>
struct Least {
  using Accumulator = kernel::ComputeOf<T>;
  static Accumulator load(T x) { return widen(x); }
  static bool precedes(Accumulator a, Accumulator b) { return (a < b) | ((a != a) & (b == b)); }
};

/// Index of the first extremum of a row: the extremum of each lane first, which needs no indices, then the search.
template <class F, class T>
int64_t arg_of_row(const T* x, int64_t stride, int64_t length) {
  using A = typename F::Accumulator;
  A lane[kernel::kLanes];
  for (int64_t l = 0; l < kernel::kLanes; ++l) lane[l] = F::load(x[0]);
  int64_t i = 0;
  for (; i + kernel::kLanes <= length; i += kernel::kLanes) {
    for (int64_t l = 0; l < kernel::kLanes; ++l) {
      const A value = F::load(x[(i + l) * stride]);
      lane[l] = F::precedes(value, lane[l]) ? value : lane[l];
    }
  }
  A best = lane[0];
  for (A value : lane) best = F::precedes(value, best) ? value : best;
  for (; i < length; ++i) {
    const A value = F::load(x[i * stride]);
    best = F::precedes(value, best) ? value : best;
  }
  for (i = 0; i < length; ++i) {
    const A value = F::load(x[i * stride]);
    if (value == best || (value != value && best != best)) break;
  }
  return i;
}

/// The extrema along an axis that is not the last: all columns at once.
template <class F, class T>
void arg_of_columns(const kernel::ReducePlan& plan, const T* x, int64_t* out, typename F::Accumulator* best) {
  for (int64_t j = 0; j < plan.row; ++j) {
    best[j] = F::load(x[j * plan.row_stride]);
    out[j] = 0;
  }
  if (plan.reduced.empty()) return;
  for (int64_t r = 1; r < plan.reduced[0]; ++r) {
    const T* row = x + r * plan.reduced_strides[0];
    for (int64_t j = 0; j < plan.row; ++j) {
      const auto value = F::load(row[j * plan.row_stride]);
      const bool better = F::precedes(value, best[j]);
      best[j] = better ? value : best[j];
      out[j] = better ? r : out[j];
    }
  }
}

template <template <class> class Op>
void run(ir::KernelContext& context) {
  const kernel::ReducePlan plan = kernel::plan_reduction(context.input_tensor(0), reduced_axes(context));
  int64_t* out = reinterpret_cast<int64_t*>(context.output(0).data);
  if (context.output(0).shape.element_count() == 0) return;
  detail::visit_dtype(context.input(0).dtype, [&]<class T>(T) {
    using F = Op<T>;
    using A = typename F::Accumulator;
    const T* data = reinterpret_cast<const T*>(plan.source.impl()->data);
    const std::unique_ptr<A[]> best(plan.row_reduced ? nullptr : new A[static_cast<size_t>(plan.row)]);
    kernel::for_each_offset(plan.kept, plan.kept_strides, [&](int64_t offset) {
      if (plan.row_reduced) {
        *out++ = arg_of_row<F>(data + offset, plan.row_stride, plan.row);
      } else {
        arg_of_columns<F>(plan, data + offset, out, best.get());
        out += plan.row;
      }
    });
  });
}

void infer(ir::InferContext& context) {
  Shape result = reduced_shape(context);
  const Shape& shape = context.shape(0);
  if (shape.ranked()) {
    const std::vector<int64_t> axes = reduced_axes(context);
    if (axes.size() > 1 && axes.size() != shape.size()) {
      context.fail(ErrorKind::invalid_argument,
                   "takes one axis, or none for the index in the flattened array, and not " +
                       std::to_string(axes.size()) + " of " + std::to_string(shape.size()));
    }
    for (int64_t axis : axes) {
      if (shape[static_cast<size_t>(axis)] == 0 && result.element_count() != 0) {
        context.fail(ErrorKind::shape_error,
                     "axis " + std::to_string(axis) + " is empty and has no greatest or least element");
      }
    }
  }
  context.result(DType::int64, std::move(result));
}

}  // namespace

const ir::OpBlock block_argmax = {0, ir::Operands::AsIs, &infer, &run<Greatest>};
const ir::OpBlock block_argmin = {0, ir::Operands::AsIs, &infer, &run<Least>};

}  // namespace ag::ops

namespace ag {

Tensor argmax(const TensorArg& x, const Axes& axis, KeepDims keep) {
  return ops::call(ops::Op::argmax, {&x}, ops::reduction_attributes(ops::Op::argmax, x, axis, keep), x.location());
}

Tensor argmin(const TensorArg& x, const Axes& axis, KeepDims keep) {
  return ops::call(ops::Op::argmin, {&x}, ops::reduction_attributes(ops::Op::argmin, x, axis, keep), x.location());
}

}  // namespace ag
