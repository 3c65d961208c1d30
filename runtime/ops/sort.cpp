/// Sorting and searching. The order of elements is specified in kernel/reduce/order.h.
#include <algorithm>
#include <memory>
#include <vector>

#include "kernel/reduce/order.h"
#include "kernel/reduce/top_k.h"
#include "ops/axes.h"
#include "ops/row_major.h"
#include "tensor/axis.h"

namespace ag::ops {

namespace {

/// The rows of an array along an axis; the axis may have another length in results.
struct Rows {
  int64_t outer = 1;
  int64_t length = 1;
  int64_t inner = 1;
};

Rows rows_along(const Shape& shape, int64_t given) {
  const size_t axis = detail::axis_of(given, shape);
  Rows rows;
  for (size_t k = 0; k < axis; ++k) rows.outer *= shape[k];
  rows.length = shape[axis];
  for (size_t k = axis + 1; k < shape.size(); ++k) rows.inner *= shape[k];
  return rows;
}

/// Uninitialised memory for a row: inline storage for short rows, else heap.
template <class T>
class Room {
 public:
  explicit Room(int64_t length) {
    if (length > kFew) many_.reset(new T[static_cast<size_t>(length)]);
  }
  T* data() { return many_ ? many_.get() : few_; }

 private:
  static constexpr int64_t kFew = 64;
  T few_[kFew];
  std::unique_ptr<T[]> many_;
};

/// Calls f(row, outer, inner) with a mutable copy of each row of the contiguous array `x`. The first element of the row
/// is at block `outer`, column `inner`.
template <class T, class F>
void for_each_row_copy(const T* x, const Rows& rows, F&& f) {
  Room<T> storage(rows.length);
  T* row = storage.data();
  for (int64_t block = 0; block < rows.outer; ++block) {
    for (int64_t column = 0; column < rows.inner; ++column) {
      const T* from = x + block * rows.length * rows.inner + column;
      for (int64_t i = 0; i < rows.length; ++i) row[i] = from[i * rows.inner];
      f(row, block, column);
    }
  }
}

/// The same with read-only rows, which are not copied if they are contiguous.
template <class T, class F>
void for_each_row(const T* x, const Rows& rows, F&& f) {
  if (rows.inner != 1) return for_each_row_copy(x, rows, f);
  for (int64_t block = 0; block < rows.outer; ++block) f(x + block * rows.length, block, int64_t{0});
}

void run_sort(ir::KernelContext& context) {
  const RowMajor source(context, 0);
  const Rows rows = rows_along(source->shape, context.attribute<int64_t>(0));
  const bool descending = context.attribute<bool>(1);
  if (source->shape.element_count() == 0) return;
  detail::visit_dtype(source->dtype, [&]<class T>(T) {
    const T* x = reinterpret_cast<const T*>(source->data());
    T* out = reinterpret_cast<T*>(context.output(0).data());
    Room<T> spare(rows.length);
    if (rows.inner == 1) {  // contiguous rows are sorted in the result
      for (int64_t at = 0; at < rows.outer * rows.length; at += rows.length) {
        std::copy_n(x + at, rows.length, out + at);
        kernel::sort_row(out + at, spare.data(), rows.length, descending);
      }
      return;
    }
    for_each_row_copy(x, rows, [&](T* row, int64_t block, int64_t column) {
      kernel::sort_row(row, spare.data(), rows.length, descending);
      T* to = out + block * rows.length * rows.inner + column;
      for (int64_t i = 0; i < rows.length; ++i) to[i * rows.inner] = row[i];
    });
  });
}

void run_argsort(ir::KernelContext& context) {
  const RowMajor source(context, 0);
  const Rows rows = rows_along(source->shape, context.attribute<int64_t>(0));
  const bool descending = context.attribute<bool>(1);
  if (source->shape.element_count() == 0) return;
  int64_t* out = reinterpret_cast<int64_t*>(context.output(0).data());
  Room<int64_t> order(rows.length), spare(rows.length);
  detail::visit_dtype(source->dtype, [&]<class T>(T) {
    for_each_row(reinterpret_cast<const T*>(source->data()), rows, [&](const T* row, int64_t block, int64_t column) {
      kernel::argsort_row(row, order.data(), spare.data(), rows.length, descending);
      int64_t* to = out + block * rows.length * rows.inner + column;
      for (int64_t i = 0; i < rows.length; ++i) to[i * rows.inner] = order.data()[i];
    });
  });
}

void run_top_k(ir::KernelContext& context) {
  const RowMajor source(context, 0);
  const int64_t k = context.attribute<int64_t>(0);
  const Rows rows = rows_along(source->shape, context.attribute<int64_t>(1));
  if (context.output(0).shape.element_count() == 0) return;
  int64_t* indices = reinterpret_cast<int64_t*>(context.output(1).data());
  Room<int64_t> order(k <= kernel::kFewFirst ? k : rows.length);
  detail::visit_dtype(source->dtype, [&]<class T>(T) {
    T* values = reinterpret_cast<T*>(context.output(0).data());
    for_each_row(reinterpret_cast<const T*>(source->data()), rows, [&](const T* row, int64_t block, int64_t column) {
      kernel::top_k_row(row, order.data(), rows.length, k);
      const int64_t base = block * k * rows.inner + column;
      for (int64_t i = 0; i < k; ++i) {
        const int64_t at = order.data()[i];
        indices[base + i * rows.inner] = at;
        values[base + i * rows.inner] = row[at];
      }
    });
  });
}

void run_searchsorted(ir::KernelContext& context) {
  const RowMajor sorted(context, 0);
  const RowMajor values(context, 1);
  const bool right = context.attribute<bool>(0);
  const int64_t length = sorted->shape[0];
  const int64_t count = values->shape.element_count();
  int64_t* out = reinterpret_cast<int64_t*>(context.output(0).data());
  detail::visit_dtype(sorted->dtype, [&]<class T>(T) {
    const T* begin = reinterpret_cast<const T*>(sorted->data());
    const T* value = reinterpret_cast<const T*>(values->data());
    const auto less = [](T a, T b) { return kernel::before(a, b, false); };
    for (int64_t i = 0; i < count; ++i) {
      out[i] = (right ? std::upper_bound(begin, begin + length, value[i], less)
                      : std::lower_bound(begin, begin + length, value[i], less)) -
               begin;
    }
  });
}

/// All NaNs are distinct, as in the Array API standard; of equal zeros, the first one is kept.
void run_unique(ir::KernelContext& context) {
  Tensor sorted = context.input_tensor(0);
  detail::visit_dtype(sorted.impl()->dtype, [&]<class T>(T) {
    const int64_t count = sorted.impl()->shape.element_count();
    Tensor copy = detail::allocate(sorted.impl()->dtype, sorted.impl()->shape);
    detail::convert_elements(*copy.impl(), *sorted.impl());
    T* elements = reinterpret_cast<T*>(copy.impl()->data());
    const std::unique_ptr<T[]> spare(new T[static_cast<size_t>(count)]);
    kernel::sort_row(elements, spare.get(), count, false);
    const T* end =
        std::unique(elements, elements + count, [](T a, T b) { return kernel::widen(a) == kernel::widen(b); });
    Tensor result = detail::allocate(copy.impl()->dtype, Shape{end - elements});
    std::copy(static_cast<const T*>(elements), end, reinterpret_cast<T*>(result.impl()->data()));
    context.set_output(0, std::move(result));
  });
}

void infer_sort(ir::InferContext& context) {
  if (context.shape(0).ranked()) context.axis(context.attribute<int64_t>(0), context.shape(0).rank());
  context.result(context.dtype(0), context.shape(0));
}

void infer_argsort(ir::InferContext& context) {
  if (context.shape(0).ranked()) context.axis(context.attribute<int64_t>(0), context.shape(0).rank());
  context.result(DType::int64, context.shape(0));
}

void infer_top_k(ir::InferContext& context) {
  const int64_t k = context.attribute<int64_t>(0);
  Shape shape = context.shape(0);
  if (k < 0) context.fail(ErrorKind::invalid_argument, "k is " + std::to_string(k) + ", and must not be negative");
  if (shape.ranked()) {
    const size_t axis = context.axis(context.attribute<int64_t>(1), shape.rank());
    if (shape[axis] != unknown && k > shape[axis]) {
      context.fail(ErrorKind::invalid_argument, "k is " + std::to_string(k) + ", but axis " + std::to_string(axis) +
                                                    " has only " + std::to_string(shape[axis]) + " elements");
    }
    shape[axis] = k;
  }
  context.result(context.dtype(0), shape);
  context.result(DType::int64, shape);
}

void infer_searchsorted(ir::InferContext& context) {
  const Shape& sorted = context.shape(0);
  if (sorted.ranked() && sorted.rank() != 1) {
    context.fail(ErrorKind::shape_error,
                 "the sorted array must have one axis, and has " + std::to_string(sorted.rank()));
  }
  context.result(DType::int64, context.shape(1));
}

void infer_unique(ir::InferContext& context) { context.result(context.dtype(0), Shape{unknown}); }

}  // namespace

const ir::OpBlock block_argsort = {.infer = &infer_argsort, .kernel = &run_argsort, .kind = ir::OpKind::Argsort};
const ir::OpBlock block_searchsorted = {0, ir::Operands::Common, &infer_searchsorted, &run_searchsorted};
const ir::OpBlock block_sort = {.infer = &infer_sort, .kernel = &run_sort, .kind = ir::OpKind::Sort};
const ir::OpBlock block_top_k = {.infer = &infer_top_k, .kernel = &run_top_k, .kind = ir::OpKind::TopK};
const ir::OpBlock block_unique = {ir::kDynamicShape, ir::Operands::AsIs, &infer_unique, &run_unique};

}  // namespace ag::ops

namespace ag {

Tensor argsort(const TensorArg& x, int axis, bool descending) {
  return ops::call(ops::Op::argsort, {&x}, {int64_t{axis}, descending});
}

Tensor searchsorted(const TensorArg& sorted, const TensorArg& values, bool right) {
  return ops::call(ops::Op::searchsorted, {&sorted, &values}, {right});
}

Tensor sort(const TensorArg& x, int axis, bool descending) {
  return ops::call(ops::Op::sort, {&x}, {int64_t{axis}, descending});
}

TopK top_k(const TensorArg& x, int64_t k, int axis) {
  const Tensor operand = x.value();
  std::vector<Tensor> results = ops::call_multi(ops::Op::top_k, {&operand, 1}, {k, int64_t{axis}}, x.location());
  return {std::move(results[0]), std::move(results[1])};
}

Tensor unique(const TensorArg& x) { return ops::call(ops::Op::unique, {&x}); }

}  // namespace ag
