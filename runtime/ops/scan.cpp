/// Cumulative sums and products, in index order. The dtype rule is that of sum.
#include <memory>

#include "kernel/reduce/accumulate.h"
#include "ops/axes.h"
#include "ops/row_major.h"
#include "tensor/axis.h"

namespace ag::ops {

namespace {

struct Add {
  template <class A>
  static A apply(A a, A b) {
    return a + b;
  }
};

struct Multiply {
  template <class A>
  static A apply(A a, A b) {
    return a * b;
  }
};

/// `x` and `out` are row-major: `outer` blocks of `length` rows of `inner` elements.
template <class F, class T>
void scan(const T* x, kernel::SumResult<T>* out, int64_t outer, int64_t length, int64_t inner) {
  using A = kernel::SumAccumulator<T>;
  using R = kernel::SumResult<T>;
  const std::unique_ptr<A[]> row(new A[static_cast<size_t>(inner)]);
  A* __restrict sums = row.get();
  for (int64_t block = 0; block < outer; ++block) {
    if (inner == 1) {
      A sum{};
      for (int64_t i = 0; i < length; ++i) {
        const A value = static_cast<A>(x[i]);
        sum = i == 0 ? value : F::apply(sum, value);
        out[i] = static_cast<R>(sum);
      }
    } else {
      for (int64_t i = 0; i < length; ++i) {
        const T* from = x + i * inner;
        R* __restrict to = out + i * inner;
        for (int64_t j = 0; j < inner; ++j) {
          sums[j] = i == 0 ? static_cast<A>(from[j]) : F::apply(sums[j], static_cast<A>(from[j]));
        }
        for (int64_t j = 0; j < inner; ++j) to[j] = static_cast<R>(sums[j]);
      }
    }
    x += length * inner;
    out += length * inner;
  }
}

template <class F>
void run(ir::KernelContext& context) {
  const RowMajor source(context, 0);
  const Shape& shape = source->shape;
  const int64_t given = context.attribute<int64_t>(0);
  const size_t axis = detail::axis_of(given, shape);
  if (shape.element_count() == 0) return;
  int64_t outer = 1, inner = 1;
  for (size_t k = 0; k < axis; ++k) outer *= shape[k];
  for (size_t k = axis + 1; k < shape.size(); ++k) inner *= shape[k];
  detail::visit_dtype(source->dtype, [&]<class T>(T) {
    scan<F>(reinterpret_cast<const T*>(source->data()),
            reinterpret_cast<kernel::SumResult<T>*>(context.output(0).data()), outer, shape[axis], inner);
  });
}

void infer(ir::InferContext& context) {
  if (context.shape(0).ranked()) context.axis(context.attribute<int64_t>(0), context.shape(0).rank());
  context.result(kernel::sum_dtype(context.dtype(0)), context.shape(0));
}

}  // namespace

const ir::OpBlock block_cumulative_prod = {
    .infer = &infer, .kernel = &run<Multiply>, .kind = ir::OpKind::CumulativeProd};
const ir::OpBlock block_cumulative_sum = {.infer = &infer, .kernel = &run<Add>, .kind = ir::OpKind::CumulativeSum};

}  // namespace ag::ops

namespace ag {

Tensor cumulative_prod(const TensorArg& x, int axis) {
  return ops::call(ops::Op::cumulative_prod, {&x}, {int64_t{axis}});
}

Tensor cumulative_sum(const TensorArg& x, int axis) {
  return ops::call(ops::Op::cumulative_sum, {&x}, {int64_t{axis}});
}

}  // namespace ag
