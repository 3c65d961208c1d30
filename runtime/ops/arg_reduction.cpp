/// argmax and argmin: the indices of the greatest and the least elements.
#include <memory>

#include "kernel/reduce/extremum.h"
#include "kernel/reduce/reduce.h"
#include "ops/axes.h"

namespace ag::ops {

namespace {

using kernel::widen;

/// True if `a`, a later element, replaces the extremum `b`. NaN replaces every number.
struct Greater {
  template <class A>
  static bool precedes(A a, A b) {
    return (a > b) | ((a != a) & (b == b));
  }
};

struct Less {
  template <class A>
  static bool precedes(A a, A b) {
    return (a < b) | ((a != a) & (b == b));
  }
};

/// Returns the index of the first extremum of a row. For a long row, the extremum is computed first, without indices,
/// and then searched.
template <class F, class Order, class T>
int64_t arg_of_row(const T* x, int64_t stride, int64_t length) {
  constexpr int64_t kShort = 48;
  int64_t i = 0;
  if (length <= kShort) {
    auto best = widen(x[0]);
    for (int64_t k = 1; k < length; ++k) {
      const auto value = widen(x[k * stride]);
      const bool better = Order::precedes(value, best);
      best = better ? value : best;
      i = better ? k : i;
    }
    return i;
  }
  const auto extremum = kernel::reduce_row<F>(x, stride, length);
  if (extremum != extremum) {
    while (widen(x[i * stride]) == widen(x[i * stride])) ++i;
  } else {
    while (widen(x[i * stride]) != extremum) ++i;
  }
  return i;
}

/// Computes the extrema along an axis that is not the last, for all columns at once.
template <class Order, class T>
void arg_of_columns(const kernel::ReducePlan& plan, const T* x, int64_t* out, kernel::ComputeOf<T>* best) {
  for (int64_t j = 0; j < plan.row; ++j) {
    best[j] = widen(x[j * plan.row_stride]);
    out[j] = 0;
  }
  if (plan.reduced.empty()) return;
  for (int64_t r = 1; r < plan.reduced[0]; ++r) {
    const T* row = x + r * plan.reduced_strides[0];
    for (int64_t j = 0; j < plan.row; ++j) {
      const auto value = widen(row[j * plan.row_stride]);
      const bool better = Order::precedes(value, best[j]);
      best[j] = better ? value : best[j];
      out[j] = better ? r : out[j];
    }
  }
}

template <template <class> class F, class Order>
void run(ir::KernelContext& context) {
  const kernel::ReducePlan plan = kernel::plan_reduction(context.input_tensor(0), reduced_axes(context));
  int64_t* out = reinterpret_cast<int64_t*>(context.output(0).data());
  if (context.output(0).shape.element_count() == 0) return;
  detail::visit_dtype(context.input(0).dtype, [&]<class T>(T) {
    using A = kernel::ComputeOf<T>;
    const T* data = reinterpret_cast<const T*>(plan.source.impl()->data());
    const std::unique_ptr<A[]> best(plan.row_reduced ? nullptr : new A[static_cast<size_t>(plan.row)]);
    kernel::for_each_offset(plan.kept, plan.kept_strides, [&](int64_t offset) {
      if (plan.row_reduced) {
        *out++ = arg_of_row<F<T>, Order>(data + offset, plan.row_stride, plan.row);
      } else {
        arg_of_columns<Order>(plan, data + offset, out, best.get());
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

const ir::OpBlock block_argmax = {.traits = ir::kIgnoresSignsOfZeros,
                                  .infer = &infer,
                                  .kernel = &run<kernel::Max, Greater>,
                                  .kind = ir::OpKind::Argmax};
const ir::OpBlock block_argmin = {
    .traits = ir::kIgnoresSignsOfZeros, .infer = &infer, .kernel = &run<kernel::Min, Less>, .kind = ir::OpKind::Argmin};

}  // namespace ag::ops

namespace ag {

Tensor argmax(const TensorArg& x, const Axes& axis, KeepDims keep) {
  return ops::call(ops::Op::argmax, {&x}, ops::reduction_attributes(ops::Op::argmax, x, axis, keep), x.location());
}

Tensor argmin(const TensorArg& x, const Axes& axis, KeepDims keep) {
  return ops::call(ops::Op::argmin, {&x}, ops::reduction_attributes(ops::Op::argmin, x, axis, keep), x.location());
}

}  // namespace ag
