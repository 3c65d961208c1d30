/// Scatter and segment operations: sums into indexed elements, and updates of indexed rows.
#include <cstring>

#include "kernel/copy.h"
#include "kernel/reduce/segments.h"
#include "ops/define.h"
#include "ops/shape_operands.h"
#include "ops/subscripts/store.h"
#include "tensor/convert.h"
#include "tensor/strided.h"

namespace ag::ops {

namespace {

void check_summable(const ir::InferContext& context, size_t operand) {
  if (context.dtype(operand) != DType::boolean) return;
  context.fail(ErrorKind::type_error, "booleans have no sum; convert them with astype");
}

void fill_zero(detail::TensorImpl& array) {
  std::memset(array.data(), 0, static_cast<size_t>(array.shape.element_count()) * item_size(array.dtype));
}

/// Combines the known dimensions of `a` and `b`. Returns false if they contradict each other.
bool unify(const Shape& a, const Shape& b, Shape& both) {
  if (!a.ranked() || !b.ranked()) {
    both = a.ranked() ? a : b;
    return true;
  }
  if (a.size() != b.size()) return false;
  both = a;
  for (size_t axis = 0; axis < a.size(); ++axis) {
    if (a[axis] == unknown)
      both[axis] = b[axis];
    else if (b[axis] != unknown && b[axis] != a[axis])
      return false;
  }
  return true;
}

void infer_scatter_nd(ir::InferContext& context) {
  check_indices(context, 0);
  check_summable(context, 1);
  const Shape& indices = context.shape(0);
  const Shape shape = infer_shape_operands(context, context.attribute<Shape>(0), 2);
  if (indices.ranked() && indices.empty()) {
    context.fail(ErrorKind::shape_error, "indices need at least one axis, the last one holds the index vectors");
  }
  if (indices.ranked() && indices.back() != unknown && shape.ranked()) {
    if (indices.back() > shape.rank()) {
      context.fail(ErrorKind::shape_error, "index vectors of " + std::to_string(indices.back()) +
                                               " numbers for a result of shape " + shape.str());
    }
    const Shape wanted =
        replace_axes(indices, indices.size() - 1, 1, Shape(shape.dims().subspan(static_cast<size_t>(indices.back()))));
    Shape both;
    if (!unify(wanted, context.shape(1), both)) {
      context.fail(ErrorKind::shape_error, "updates must have shape " + wanted.str());
    }
  }
  context.result(context.dtype(1), shape);
}

void run_scatter_nd(ir::KernelContext& context) {
  located(context, [&] {
    const detail::TensorImpl& indices = context.input(0);
    const detail::TensorImpl& updates = context.input(1);
    const Shape shape = resolve_shape_operands(context, context.attribute<Shape>(0), 2);
    detail::TensorImpl& out = shaped_output(context, 0, updates.dtype, shape);
    fill_zero(out);
    const int64_t depth = indices.shape.back();
    const Shape slice(shape.dims().subspan(static_cast<size_t>(depth)));
    const Shape wanted = replace_axes(indices.shape, indices.shape.size() - 1, 1, slice);
    if (updates.shape != wanted) throw Fault{ErrorKind::shape_error, "updates must have shape " + wanted.str()};
    const Tensor rows = detail::make_contiguous(context.input_tensor(1));
    const kernel::Integers numbers(indices);
    const int64_t size = slice.element_count(), item = static_cast<int64_t>(item_size(updates.dtype));
    const detail::Strides from = detail::contiguous_strides(slice.dims());
    const int64_t count = Shape(indices.shape.dims().first(indices.shape.size() - 1)).element_count();
    for (int64_t n = 0; n < count; ++n) {
      const int64_t offset = vector_offset(numbers, n * depth, depth, shape, out.strides.data());
      kernel::add_elements(slice.dims(), out.dtype, out.data() + offset * item, out.strides.data() + depth,
                           rows.impl()->data() + n * size * item, from.data());
    }
  });
}

/// The type rule of updates of indexed rows of x.
void infer_scatter_rows(ir::InferContext& context) {
  check_indices(context, 1);
  const Shape& x = context.shape(0);
  if (context.dtype(2) != context.dtype(0)) {
    context.fail(ErrorKind::type_error, "updates must have the dtype of the tensor");
  }
  if (x.ranked() && x.empty()) context.fail(ErrorKind::shape_error, "a tensor of rank 0 has no rows");
  if (x.ranked() && context.shape(1).ranked()) {
    const Shape wanted = replace_axes(x, 0, 1, context.shape(1));
    if (!may_broadcast_to(context.shape(2), wanted)) {
      context.fail(ErrorKind::shape_error, "updates must have shape " + wanted.str() + " or broadcast to it");
    }
  }
  context.result(context.dtype(0), x);
}

void infer_scatter_sum(ir::InferContext& context) {
  check_summable(context, 0);
  infer_scatter_rows(context);
}

/// Calls `change` with each indexed row of the result and its row of the updates: their extents, addresses and strides.
/// The result may be x itself, so every index is checked before anything is written.
template <class Change>
void scatter_rows(ir::KernelContext& context, Change change) {
  located(context, [&] {
    const detail::TensorImpl& x = context.input(0);
    const detail::TensorImpl& indices = context.input(1);
    const detail::TensorImpl& updates = context.input(2);
    if (x.shape.empty()) throw Fault{ErrorKind::shape_error, "a tensor of rank 0 has no rows"};
    const Shape all = replace_axes(x.shape, 0, 1, indices.shape);
    if (!may_broadcast_to(updates.shape, all)) {
      throw Fault{ErrorKind::shape_error, "updates must have shape " + all.str() + " or broadcast to it"};
    }
    const kernel::Integers numbers(indices);
    for (int64_t n = 0; n < numbers.count(); ++n) checked_index(numbers[n], x.shape[0], 0);
    detail::TensorImpl& out = context.output(0);
    detail::convert_elements(out, x);
    const detail::Strides strides = detail::broadcast_strides(updates, all);
    const size_t rank = indices.shape.size();
    const Shape row(x.shape.dims().subspan(1));
    const int64_t item = static_cast<int64_t>(item_size(x.dtype));
    int64_t n = 0;
    detail::for_each_row<1>(indices.shape.dims(), {strides.data()},
                            [&](const auto& offsets, const auto& steps, int64_t length) {
                              for (int64_t i = 0; i < length; ++i, ++n) {
                                const int64_t at = checked_index(numbers[n], x.shape[0], 0);
                                change(row.dims(), out.data() + at * out.strides[0] * item, out.strides.data() + 1,
                                       updates.data() + (offsets[0] + i * steps[0]) * item, strides.data() + rank);
                              }
                            });
  });
}

void run_scatter_add(ir::KernelContext& context) {
  scatter_rows(context, [&](auto dims, std::byte* to, auto to_strides, const std::byte* from, auto from_strides) {
    kernel::add_elements(dims, context.input(0).dtype, to, to_strides, from, from_strides);
  });
}

void run_scatter_sub(ir::KernelContext& context) {
  scatter_rows(context, [&](auto dims, std::byte* to, auto to_strides, const std::byte* from, auto from_strides) {
    kernel::subtract_elements(dims, context.input(0).dtype, to, to_strides, from, from_strides);
  });
}

void run_scatter_update(ir::KernelContext& context) {
  scatter_rows(context, [&](auto dims, std::byte* to, auto to_strides, const std::byte* from, auto from_strides) {
    kernel::copy_elements(dims, item_size(context.input(0).dtype), to, to_strides, from, from_strides);
  });
}

void infer_segment_sum(ir::InferContext& context) {
  check_indices(context, 1);
  check_summable(context, 0);
  const int64_t num = context.attribute<int64_t>(0);
  if (num < 0) context.fail(ErrorKind::invalid_argument, "the number of segments is " + std::to_string(num));
  const Shape& x = context.shape(0);
  const Shape& ids = context.shape(1);
  if (!x.ranked() || !ids.ranked()) {
    context.result(context.dtype(0), Shape::unknown_rank());
    return;
  }
  Shape both;
  if (ids.empty() || ids.size() > x.size() || !unify(ids, Shape(x.dims().first(ids.size())), both)) {
    context.fail(ErrorKind::shape_error, "there must be one id for each row: the shape of the ids, " + ids.str() +
                                             ", must be the first axes of " + x.str());
  }
  context.result(context.dtype(0), replace_axes(x, 0, ids.size(), Shape{num}));
}

void run_segment_sum(ir::KernelContext& context) {
  located(context, [&] {
    const detail::TensorImpl& x = context.input(0);
    detail::TensorImpl& out = context.output(0);
    const int64_t num = out.shape[0], item = static_cast<int64_t>(item_size(x.dtype));
    const kernel::Integers ids(context.input(1));
    for (int64_t n = 0; n < ids.count(); ++n) {
      if (ids[n] >= 0 && ids[n] < num) continue;
      throw Fault{ErrorKind::out_of_range, "id " + std::to_string(ids[n]) + " of row " + std::to_string(n) +
                                               " is outside of 0 to " + std::to_string(num - 1)};
    }
    const Tensor rows = detail::make_contiguous(context.input_tensor(0));
    const Shape row(out.shape.dims().subspan(1));
    const int64_t size = row.element_count();
    // For integers, the order of additions is irrelevant.
    if (is_floating(x.dtype) && kernel::sums_in_lanes(x.dtype, ids.count(), num, size)) {
      return kernel::sum_in_lanes(x.dtype, rows.impl()->data(), ids, num, size, out.data());
    }
    fill_zero(out);
    for (int64_t n = 0; n < ids.count(); ++n) {
      kernel::add_elements(row.dims(), out.dtype, out.data() + ids[n] * size * item, out.strides.data() + 1,
                           rows.impl()->data() + n * size * item, out.strides.data() + 1);
    }
  });
}

void infer_one_hot(ir::InferContext& context) {
  check_indices(context, 0);
  const int64_t depth = context.attribute<int64_t>(0);
  if (depth < 0) context.fail(ErrorKind::invalid_argument, "the depth is " + std::to_string(depth));
  Shape shape = context.shape(0);
  if (shape.ranked()) shape.push_back(depth);
  context.result(context.attribute<DType>(1), std::move(shape));
}

void run_one_hot(ir::KernelContext& context) {
  const kernel::Integers numbers(context.input(0));
  detail::TensorImpl& out = context.output(0);
  fill_zero(out);
  const int64_t depth = out.shape.back();
  detail::visit_dtype(out.dtype, [&]<class T>(T) {
    T* row = reinterpret_cast<T*>(out.data());
    for (int64_t n = 0; n < numbers.count(); ++n, row += depth) {
      if (numbers[n] >= 0 && numbers[n] < depth) row[numbers[n]] = detail::convert<T>(1);
    }
  });
}

}  // namespace

const ir::OpBlock block_scatter_nd{0, ir::Operands::AsIs, &infer_scatter_nd, &run_scatter_nd};
const ir::OpBlock block_scatter_add{.traits = ir::kOverwritesFirst,
                                    .infer = &infer_scatter_sum,
                                    .kernel = &run_scatter_add,
                                    .kind = ir::OpKind::ScatterAdd};
const ir::OpBlock block_scatter_sub{.traits = ir::kOverwritesFirst,
                                    .infer = &infer_scatter_sum,
                                    .kernel = &run_scatter_sub,
                                    .kind = ir::OpKind::ScatterSub};
const ir::OpBlock block_scatter_update{.traits = ir::kOverwritesFirst,
                                       .infer = &infer_scatter_rows,
                                       .kernel = &run_scatter_update,
                                       .kind = ir::OpKind::ScatterUpdate};
const ir::OpBlock block_segment_sum{
    .infer = &infer_segment_sum, .kernel = &run_segment_sum, .kind = ir::OpKind::SegmentSum};
const ir::OpBlock block_one_hot{.infer = &infer_one_hot, .kernel = &run_one_hot, .kind = ir::OpKind::OneHot};

}  // namespace ag::ops

namespace ag {

Tensor scatter_nd(const TensorArg& indices, const TensorArg& updates, const ShapeArg& shape) {
  return ops::call(ops::Op::scatter_nd, ops::with_dims({indices.value(), updates.value()}, shape), {shape.shape()},
                   indices.location());
}

namespace {

Tensor scatter(ops::Op op, const TensorArg& x, const TensorArg& indices, const TensorArg& updates) {
  const std::array<Tensor, 3> operands{x.value(), indices.value(),
                                       ops::stored_as(updates, x.value().dtype(), ops::def(op), x.location())};
  return ops::call(op, operands, {}, x.location());
}

}  // namespace

Tensor scatter_add(const TensorArg& x, const TensorArg& indices, const TensorArg& updates) {
  return scatter(ops::Op::scatter_add, x, indices, updates);
}
Tensor scatter_sub(const TensorArg& x, const TensorArg& indices, const TensorArg& updates) {
  return scatter(ops::Op::scatter_sub, x, indices, updates);
}
Tensor scatter_update(const TensorArg& x, const TensorArg& indices, const TensorArg& updates) {
  return scatter(ops::Op::scatter_update, x, indices, updates);
}

Tensor segment_sum(const TensorArg& x, const TensorArg& ids, int64_t num) {
  return ops::call(ops::Op::segment_sum, {&x, &ids}, {num});
}

Tensor one_hot(const TensorArg& indices, int64_t depth, DType dtype) {
  return ops::call(ops::Op::one_hot, {&indices}, {depth, dtype});
}

}  // namespace ag
