/// Reductions over axes. The order of operations is specified in kernel/reduce/reduce.h.
#include <algorithm>
#include <cmath>
#include <memory>

#include "kernel/elementwise.h"
#include "kernel/reduce/accumulate.h"
#include "kernel/reduce/extremum.h"
#include "kernel/reduce/reduce.h"
#include "kernel/reduce/sum.h"
#include "kernel/scalar/math/exp.h"
#include "kernel/scalar/math/log.h"
#include "ops/axes.h"
#include "ops/shape_operands.h"
#include "ops/subscripts/store.h"
#include "tensor/strided.h"

namespace ag::ops {

namespace {

using kernel::Max;
using kernel::Min;
using kernel::Sum;
using kernel::widen;

template <class T>
struct Product : Sum<T> {
  using typename Sum<T>::Accumulator;
  static Accumulator identity() { return 1; }
  template <class V>
  static V combine(V a, V b) {
    return a * b;
  }
};

template <class T>
struct All {
  using Result = bool;
  using Accumulator = bool;
  static constexpr bool kVectors = false;
  static bool identity() { return true; }
  static bool load(T x) { return widen(x) != 0; }
  static bool combine(bool a, bool b) { return a & b; }
};

template <class T>
struct Any : All<T> {
  static bool identity() { return false; }
  static bool combine(bool a, bool b) { return a | b; }
};

template <class T>
struct CountNonzero {
  using Result = int64_t;
  using Accumulator = int64_t;
  static constexpr bool kVectors = false;
  static int64_t identity() { return 0; }
  static int64_t load(T x) { return widen(x) != 0; }
  static int64_t combine(int64_t a, int64_t b) { return a + b; }
};

/// Reduces into the output: in place if accumulators and elements have the same representation, else through a buffer.
/// `finish` computes the final value of a result.
template <class F, class T, class Finish>
void reduce_to_output(const kernel::ReducePlan& plan, detail::TensorImpl& output, Finish finish) {
  using A = typename F::Accumulator;
  using R = typename F::Result;
  const int64_t count = output.shape.element_count();
  if constexpr (std::is_same_v<A, R> || (std::is_integral_v<R> && std::is_unsigned_v<A> && sizeof(A) == sizeof(R))) {
    A* out = reinterpret_cast<A*>(output.data());
    kernel::reduce<F, T>(plan, out);
    for (int64_t i = 0; i < count; ++i) out[i] = finish(out[i]);
  } else {
    const std::unique_ptr<A[]> results(new A[static_cast<size_t>(count)]);
    kernel::reduce<F, T>(plan, results.get());
    R* out = reinterpret_cast<R*>(output.data());
    for (int64_t i = 0; i < count; ++i) out[i] = static_cast<R>(finish(results[static_cast<size_t>(i)]));
  }
}

template <template <class> class F>
void run(ir::KernelContext& context) {
  const kernel::ReducePlan plan = kernel::plan_reduction(context.input_tensor(0), reduced_axes(context));
  detail::visit_dtype(context.input(0).dtype, [&]<class T>(T) {
    reduce_to_output<F<T>, T>(plan, context.output(0), [](auto x) { return x; });
  });
}

void run_mean(ir::KernelContext& context) {
  const kernel::ReducePlan plan = kernel::plan_reduction(context.input_tensor(0), reduced_axes(context));
  kernel::visit_floating(context.input(0).dtype, [&]<class T>(T) {
    using A = typename Sum<T>::Accumulator;
    const A count = static_cast<A>(plan.count);
    reduce_to_output<Sum<T>, T>(plan, context.output(0), [count](A x) { return x / count; });
  });
}

struct Exponential : kernel::InlineMath {
  template <class T>
  [[gnu::always_inline]] static T apply(T x) {
    return kernel::math::exp(x);
  }
};
struct Logarithm : kernel::InlineMath {
  template <class T>
  [[gnu::always_inline]] static T apply(T x) {
    return kernel::math::log(x);
  }
};

/// Applies the functor to each element in place.
template <class F, class A>
void apply_to_all(A* x, int64_t count) {
  constexpr int64_t kPart = 256;
  A part[kPart];
  const int64_t stride = 1;
  for (int64_t at = 0; at < count; at += kPart) {
    const int64_t length = std::min(kPart, count - at);
    std::copy_n(x + at, length, part);
    const std::byte* const operand = reinterpret_cast<const std::byte*>(part);
    kernel::internal::unary_loop<F, A>(reinterpret_cast<std::byte*>(x + at), &operand, &stride, length);
  }
}

/// Computes the maxima of contiguous rows, ignoring NaN.
template <class T>
void greatest_of_rows(const T* x, int64_t rows, int64_t count, kernel::ComputeOf<T>* greatest) {
  using A = kernel::ComputeOf<T>;
  for (int64_t row = 0; row < rows; ++row, x += count) {
    A most = -std::numeric_limits<A>::infinity();
    for (int64_t i = 0; i < count; ++i) most = std::max(most, kernel::widen(x[i]));
    greatest[row] = most;
  }
}

constexpr int64_t kShortRow = 64;  // elements; for rows up to this, planning costs more than it saves

/// `logsumexp_of` for such rows, which are contiguous: several rows at a time.
template <class T>
void logsumexp_of_rows(const T* x, int64_t rows, int64_t count, T* out) {
  using A = kernel::ComputeOf<T>;
  constexpr int64_t kTogether = 4 * kShortRow;
  A shift[kTogether], powers[kTogether], sums[kTogether];
  const int64_t together = kTogether / std::max<int64_t>(count, 1);
  for (int64_t first = 0; first < rows; first += together, x += together * count) {
    const int64_t number = std::min(together, rows - first);
    greatest_of_rows(x, number, count, shift);
    for (int64_t row = 0; row < number; ++row) {
      shift[row] = std::isfinite(shift[row]) ? shift[row] : A(0);
      for (int64_t i = row * count; i < (row + 1) * count; ++i) powers[i] = kernel::widen(x[i]) - shift[row];
    }
    apply_to_all<Exponential>(powers, number * count);
    for (int64_t row = 0; row < number; ++row) {
      sums[row] = Sum<A>::combine(Sum<A>::identity(), kernel::reduce_row<Sum<A>>(powers + row * count, 1, count));
    }
    apply_to_all<Logarithm>(sums, number);
    for (int64_t row = 0; row < number; ++row) out[first + row] = static_cast<T>(sums[row] + shift[row]);
  }
}

/// log(sum(exp(x - shift))) + shift, where shift is the greatest element, or 0 if that is infinite or NaN.
template <class T>
void logsumexp_of(ir::KernelContext& context) {
  using A = kernel::ComputeOf<T>;
  constexpr DType dtype = dtype_of<A>();
  const std::vector<int64_t> axes = reduced_axes(context);
  const detail::TensorImpl& x = context.input(0);
  Shape kept_shape = x.shape;
  for (int64_t axis : axes) kept_shape[static_cast<size_t>(axis)] = 1;

  const int64_t count = kept_shape.element_count(), rank = x.shape.rank();
  // The maximum may ignore a NaN: its exponential makes the sum NaN.
  if (axes.size() == 1 && axes[0] == rank - 1 && x.shape[rank - 1] <= kShortRow && detail::is_contiguous(x)) {
    T* const out = reinterpret_cast<T*>(context.output(0).data());
    return logsumexp_of_rows(reinterpret_cast<const T*>(x.data()), count, x.shape[rank - 1], out);
  }
  const Tensor shifts = detail::allocate(dtype, kept_shape);
  A* shift = reinterpret_cast<A*>(shifts.impl()->data());
  kernel::reduce<Max<T>, T>(kernel::plan_reduction(context.input_tensor(0), axes), shift);
  for (int64_t i = 0; i < count; ++i) shift[i] = std::isfinite(shift[i]) ? shift[i] : A(0);

  const Tensor exponentials = detail::allocate(dtype, x.shape);
  const detail::Strides shift_strides = detail::broadcast_strides(*shifts.impl(), x.shape);
  A* next = reinterpret_cast<A*>(exponentials.impl()->data());
  detail::for_each_row<2>(x.shape.dims(), {x.strides.data(), shift_strides.data()},
                          [&](const auto& offsets, const auto& strides, int64_t length) {
                            const T* from = reinterpret_cast<const T*>(x.data()) + offsets[0];
                            const A* by = shift + offsets[1];
                            for (int64_t i = 0; i < length; ++i) {
                              *next++ = widen(from[i * strides[0]]) - by[i * strides[1]];
                            }
                          });
  apply_to_all<Exponential>(reinterpret_cast<A*>(exponentials.impl()->data()), exponentials.size());
  const std::unique_ptr<A[]> sums(new A[static_cast<size_t>(count)]);
  kernel::reduce<Sum<A>, A>(kernel::plan_reduction(exponentials, axes), sums.get());
  apply_to_all<Logarithm>(sums.get(), count);
  T* out = reinterpret_cast<T*>(context.output(0).data());
  for (int64_t i = 0; i < count; ++i) out[i] = static_cast<T>(sums[static_cast<size_t>(i)] + shift[i]);
}

void run_logsumexp(ir::KernelContext& context) {
  kernel::visit_floating(context.input(0).dtype, [&]<class T>(T) { logsumexp_of<T>(context); });
}

void infer_sum(ir::InferContext& context) {
  context.result(kernel::sum_dtype(context.dtype(0)), reduced_shape(context));
}
void infer_same(ir::InferContext& context) { context.result(context.dtype(0), reduced_shape(context)); }
void infer_boolean(ir::InferContext& context) { context.result(DType::boolean, reduced_shape(context)); }
void infer_count(ir::InferContext& context) { context.result(DType::int64, reduced_shape(context)); }

/// An empty axis has no extremum, which is an error.
void infer_extremum(ir::InferContext& context) {
  Shape result = reduced_shape(context);
  const Shape& shape = context.shape(0);
  if (shape.ranked() && result.element_count() != 0) {
    for (int64_t axis : reduced_axes(context)) {
      if (shape[static_cast<size_t>(axis)] == 0) {
        context.fail(ErrorKind::shape_error,
                     "axis " + std::to_string(axis) + " is empty and has no " + "greatest or least element");
      }
    }
  }
  context.result(context.dtype(0), std::move(result));
}

/// The transpose of broadcast_to.
void infer_sum_to(ir::InferContext& context) {
  Shape shape = infer_shape_operands(context, context.attribute<Shape>(0), 1);
  if (!may_broadcast_to(shape, context.shape(0))) {
    context.fail(ErrorKind::shape_error,
                 "no array of shape " + shape.str() + " is repeated to shape " + context.shape(0).str());
  }
  context.result(kernel::sum_dtype(context.dtype(0)), std::move(shape));
}

void run_sum_to(ir::KernelContext& context) {
  const detail::TensorImpl& x = context.input(0);
  const Shape shape = resolve_shape_operands(context, context.attribute<Shape>(0), 1);
  if (!may_broadcast_to(shape, x.shape)) {
    context.fail(ErrorKind::shape_error, "no array of shape " + shape.str() + " is repeated to shape " + x.shape.str());
  }
  const DType dtype = kernel::sum_dtype(x.dtype);
  if (shape == x.shape && dtype == x.dtype) return context.set_output(0, context.input_tensor(0));
  const size_t lead = x.shape.size() - shape.size();
  std::vector<int64_t> axes;
  for (size_t axis = 0; axis < x.shape.size(); ++axis) {
    if (axis < lead || (shape[axis - lead] == 1 && x.shape[axis] != 1)) axes.push_back(static_cast<int64_t>(axis));
  }
  detail::TensorImpl& out = shaped_output(context, 0, dtype, shape);
  const kernel::ReducePlan plan = kernel::plan_reduction(context.input_tensor(0), axes);
  detail::visit_dtype(x.dtype,
                      [&]<class T>(T) { reduce_to_output<Sum<T>, T>(plan, out, [](auto sum) { return sum; }); });
}

using ir::Operands;

constexpr ir::OpBlock reduction(Operands operands, void (*infer)(ir::InferContext&), void (*kernel)(ir::KernelContext&),
                                ir::ReductionKind fold, uint32_t traits = 0) {
  return {traits, operands, infer, kernel, nullptr, nullptr, fold};
}

Tensor call_reduction(Op op, const TensorArg& x, const Axes& axes, KeepDims keep) {
  return call(op, {&x}, reduction_attributes(op, x, axes, keep), x.location());
}

/// The building blocks of var, std and norm; every operation has the location of the call.
class Steps {
 public:
  explicit Steps(SourceLocation location) : location_(location) {}
  TensorArg at(const Tensor& x) const { return TensorArg(x, location_); }
  Tensor operator()(Op op, const Tensor& a) const {
    const TensorArg x = at(a);
    return call(op, {&x}, {}, location_);
  }
  Tensor operator()(Op op, const Tensor& a, const TensorArg& b) const {
    const TensorArg x = at(a);
    return call(op, {&x, &b}, {}, location_);
  }
  Tensor reduce(Op op, const Tensor& a, const Axes& axes, KeepDims keep) const {
    return call_reduction(op, at(a), axes, keep);
  }
  Tensor cast(const Tensor& a, DType dtype) const { return as(at(a), dtype, def(Op::astype), location_); }

 private:
  SourceLocation location_;
};

/// Returns the operand as floating-point numbers to compute with: half types become float32. `dtype` becomes the dtype
/// of the result.
Tensor floating(const TensorArg& x, DType& dtype) {
  const TensorArg* const operands[] = {&x};
  Tensor value;
  promote(Operands::Floating, operands, {&value, 1}, def(Op::mean), x.location());
  dtype = value.impl()->dtype;
  return item_size(dtype) == 2 ? as(TensorArg(value, x.location()), DType::float32, def(Op::astype), x.location())
                               : value;
}

/// Returns the number of elements of each result, less the correction, and at least 0.
Tensor divisor(const Tensor& x, const Axes& axes, double correction, SourceLocation location) {
  const Steps step(location);
  const Shape& shape = x.impl()->shape;
  Tensor count;
  if (!shape.ranked() && axes.every()) {
    count = size(step.at(x));
  } else {
    std::vector<int64_t> list = axes.list();
    if (shape.ranked()) list = normalize_axes(axes, shape.rank(), def(Op::mean), location);
    int64_t known = 1;
    for (int64_t axis : list) {
      const int64_t dim = shape.ranked() ? shape[static_cast<size_t>(axis)] : unknown;
      if (dim != unknown) {
        known *= dim;
      } else {
        const TensorArg operand = step.at(x);
        Tensor extent = call(Op::dim, {&operand}, {axis}, location);
        count = count.defined() ? step(Op::multiply, count, step.at(extent)) : extent;
      }
    }
    if (!count.defined()) {
      return Tensor(::std::fmax(static_cast<double>(known) - correction, 0.0), location);
    }
    if (known != 1) count = step(Op::multiply, count, known);
  }
  return step(Op::maximum, step(Op::subtract, step.cast(count, x.impl()->dtype), correction), 0.0);
}

}  // namespace

const ir::OpBlock block_all = reduction(Operands::AsIs, &infer_boolean, &run<All>, ir::ReductionKind::All);
const ir::OpBlock block_any = reduction(Operands::AsIs, &infer_boolean, &run<Any>, ir::ReductionKind::Any);
const ir::OpBlock block_count_nonzero =
    reduction(Operands::AsIs, &infer_count, &run<CountNonzero>, ir::ReductionKind::Count);
const ir::OpBlock block_logsumexp = {0, Operands::Floating, &infer_same, &run_logsumexp};
const ir::OpBlock block_max =
    reduction(Operands::AsIs, &infer_extremum, &run<Max>, ir::ReductionKind::Max, ir::kConfinesSignsOfZeros);
const ir::OpBlock block_mean = reduction(Operands::Floating, &infer_same, &run_mean, ir::ReductionKind::Mean);
const ir::OpBlock block_min =
    reduction(Operands::AsIs, &infer_extremum, &run<Min>, ir::ReductionKind::Min, ir::kConfinesSignsOfZeros);
const ir::OpBlock block_prod = reduction(Operands::AsIs, &infer_sum, &run<Product>, ir::ReductionKind::Product);
const ir::OpBlock block_sum = reduction(Operands::AsIs, &infer_sum, &run<Sum>, ir::ReductionKind::Sum,
                                        ir::kNoNegativeZero | ir::kIgnoresSignsOfZeros);
const ir::OpBlock block_sum_to = {ir::kView, Operands::AsIs, &infer_sum_to, &run_sum_to};

}  // namespace ag::ops

namespace ag {

#define AG_DEFINE(name)                                              \
  Tensor name(const TensorArg& x, const Axes& axes, KeepDims keep) { \
    return ops::call_reduction(ops::Op::name, x, axes, keep);        \
  }
AG_DEFINE(any)
AG_DEFINE(count_nonzero)
AG_DEFINE(logsumexp)
AG_DEFINE(max)
AG_DEFINE(mean)
AG_DEFINE(min)
AG_DEFINE(prod)
AG_DEFINE(sum)
#undef AG_DEFINE

Tensor All::operator()(const TensorArg& x, const Axes& axes, KeepDims keep) const {
  return ops::call_reduction(ops::Op::all, x, axes, keep);
}

Tensor var(const TensorArg& x, const Axes& axes, KeepDims keep, double correction) {
  const ops::Steps step(x.location());
  DType dtype;
  const Tensor values = ops::floating(x, dtype);
  const Tensor mean = step.reduce(ops::Op::mean, values, axes, keepdims);
  const Tensor squares = step(ops::Op::square, step(ops::Op::subtract, values, step.at(mean)));
  if (correction == 0) return step.cast(step.reduce(ops::Op::mean, squares, axes, keep), dtype);
  const Tensor sum = step.reduce(ops::Op::sum, squares, axes, keep);
  const Tensor count = ops::divisor(values, axes, correction, x.location());
  return step.cast(step(ops::Op::divide, sum, step.at(count)), dtype);
}

Tensor std(const TensorArg& x, const Axes& axes, KeepDims keep, double correction) {
  const ops::Steps step(x.location());
  DType dtype;
  const Tensor values = ops::floating(x, dtype);
  return step.cast(step(ops::Op::sqrt, var(step.at(values), axes, keep, correction)), dtype);
}

Tensor norm(const TensorArg& x, const Axes& axes, KeepDims keep) {
  const ops::Steps step(x.location());
  DType dtype;
  const Tensor values = ops::floating(x, dtype);
  const Tensor sum = step.reduce(ops::Op::sum, step(ops::Op::square, values), axes, keep);
  return step.cast(step(ops::Op::sqrt, sum), dtype);
}

}  // namespace ag
