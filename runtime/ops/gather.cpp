/// Gathers elements and slices by integer tensors, and replaces slices.
#include "kernel/copy.h"
#include "kernel/elementwise.h"
#include "ops/define.h"
#include "ops/subscripts/store.h"
#include "tensor/convert.h"
#include "tensor/strided.h"

namespace ag::ops {

namespace {

void infer_take(ir::InferContext& context) {
  check_indices(context, 1);
  const Shape& x = context.shape(0);
  const Shape& indices = context.shape(1);
  Shape result = Shape::unknown_rank();
  if (x.ranked()) {
    const size_t axis = context.axis(context.attribute<int64_t>(0), x.rank());
    if (indices.ranked()) result = replace_axes(x, axis, 1, indices);
  }
  context.result(context.dtype(0), std::move(result));
}

void run_take(ir::KernelContext& context) {
  located(context, [&] {
    const detail::TensorImpl& x = context.input(0);
    const detail::TensorImpl& indices = context.input(1);
    const size_t axis = input_axis(context), item = item_size(x.dtype), rank = indices.shape.size();
    detail::TensorImpl& out = context.output(0);
    const kernel::Integers numbers(indices);
    // One slice: the axes of x without the indexed one. The indices are evenly spaced in the output.
    const Shape slice = replace_axes(x.shape, axis, 1, Shape());
    detail::Strides from, to;
    int64_t step = 1;
    for (size_t k = 0; k < slice.size(); ++k) {
      from.push_back(x.strides[k < axis ? k : k + 1]);
      to.push_back(out.strides[k < axis ? k : k + rank]);
      if (k >= axis) step *= slice[k];
    }
    const kernel::SliceCopy copy(slice.dims(), item, to.data(), from.data());
    for (int64_t n = 0; n < numbers.count(); ++n) {
      const int64_t at = checked_index(numbers[n], x.shape[axis], axis);
      copy(out.data() + n * step * static_cast<int64_t>(item),
           x.data() + at * x.strides[axis] * static_cast<int64_t>(item));
    }
  });
}

void infer_take_update(ir::InferContext& context) {
  check_indices(context, 1);
  if (context.dtype(2) != context.dtype(0)) {
    context.fail(ErrorKind::type_error, "the value must have the dtype of the tensor");
  }
  const Shape& x = context.shape(0);
  if (x.ranked()) {
    const size_t axis = context.axis(context.attribute<int64_t>(0), x.rank());
    if (context.shape(1).ranked()) {
      const Shape named = replace_axes(x, axis, 1, context.shape(1));
      if (!may_broadcast_to(context.shape(2), named)) {
        context.fail(ErrorKind::shape_error,
                     "a value of shape " + context.shape(2).str() + " does not fit into the elements of shape " +
                         named.str() + "; it must broadcast to them",
                     kAssignment);
      }
    }
  }
  context.result(context.dtype(0), x);
}

void run_take_update(ir::KernelContext& context) {
  located(context,
          [&] {
            detail::TensorImpl& out = context.output(0);
            detail::convert_elements(out, context.input(0));
            const Tensor indices = context.input_tensor(1);
            write_taken(Target(out), {&indices, 1}, static_cast<int64_t>(input_axis(context)), context.input(2));
          },
          {.reading = "take", .storing = kAssignment, .listed_reading = 2});
}

/// Computes the shapes of x and indices without the axis, broadcast to each other. Returns false if they do not fit.
bool take_along_shape(const Shape& x, const Shape& indices, size_t axis, Shape& result) {
  Shape a = x, b = indices;
  a.erase(axis);
  b.erase(axis);
  if (!kernel::broadcast_shapes(a, b, result)) return false;
  result.insert(axis, indices[axis]);
  return true;
}

void infer_take_along_axis(ir::InferContext& context) {
  check_indices(context, 1);
  const Shape& x = context.shape(0);
  const Shape& indices = context.shape(1);
  if (!x.ranked() || !indices.ranked()) {
    context.result(context.dtype(0), Shape::unknown_rank());
    return;
  }
  const size_t axis = context.axis(context.attribute<int64_t>(0), x.rank());
  Shape result;
  if (x.size() != indices.size() || !take_along_shape(x, indices, axis, result)) {
    context.fail(
        ErrorKind::shape_error,
        "indices must have the rank of the tensor, and its extents (or 1) but along axis " + std::to_string(axis));
  }
  context.result(context.dtype(0), std::move(result));
}

void run_take_along_axis(ir::KernelContext& context) {
  located(context, [&] {
    const detail::TensorImpl& x = context.input(0);
    const detail::TensorImpl& indices = context.input(1);
    const size_t axis = input_axis(context);
    detail::TensorImpl& out = context.output(0);
    const Shape& shape = out.shape;
    const int64_t length = x.shape[axis], stride = x.strides[axis];
    detail::Strides x_strides = detail::broadcast_strides(x, shape);
    x_strides[axis] = 0;
    // The indices in their own shape, read with strides that broadcast them to the shape of the result.
    Tensor numbers = detail::allocate(DType::int64, indices.shape);
    detail::convert_elements(*numbers.impl(), indices);
    const detail::Strides index_strides = detail::broadcast_strides(*numbers.impl(), shape);
    const int64_t* index = reinterpret_cast<const int64_t*>(numbers.impl()->data());
    detail::visit_dtype(x.dtype, [&]<class T>(T) {
      T* to = reinterpret_cast<T*>(out.data());
      const T* from = reinterpret_cast<const T*>(x.data());
      detail::for_each_row<2>(shape.dims(), {x_strides.data(), index_strides.data()},
                              [&](const auto& offsets, const auto& strides, int64_t count) {
                                for (int64_t i = 0; i < count; ++i) {
                                  const int64_t at = checked_index(index[offsets[1] + i * strides[1]], length, axis);
                                  *to++ = from[offsets[0] + i * strides[0] + at * stride];
                                }
                              });
    });
  });
}

void infer_gather_nd(ir::InferContext& context) {
  check_indices(context, 1);
  const Shape& x = context.shape(0);
  const Shape& indices = context.shape(1);
  if (indices.ranked() && indices.empty()) {
    context.fail(ErrorKind::shape_error, "indices need at least one axis, the last one holds the index vectors");
  }
  if (!x.ranked() || !indices.ranked() || indices.back() == unknown) {
    context.result(context.dtype(0), Shape::unknown_rank());
    return;
  }
  if (indices.back() > x.rank()) {
    context.fail(ErrorKind::shape_error, "index vectors of " + std::to_string(indices.back()) +
                                             " numbers for a tensor of rank " + std::to_string(x.rank()));
  }
  context.result(context.dtype(0), replace_axes(indices, indices.size() - 1, 1,
                                                Shape(x.dims().subspan(static_cast<size_t>(indices.back())))));
}

/// Gathers single elements. Returns false if an index vector is out of range.
template <class T>
bool gather_elements(const detail::TensorImpl& x, const kernel::Integers& numbers, T* out, int64_t count) {
  const T* from = reinterpret_cast<const T*>(x.data());
  const int64_t *vector = numbers.data(), *dims = x.shape.dims().data(), *strides = x.strides.data();
  const auto depth = static_cast<int64_t>(x.shape.size());
  bool outside = false;
  for (int64_t n = 0; n < count; ++n, vector += depth) {
    int64_t offset = 0;
    for (int64_t k = 0; k < depth; ++k) {
      const bool holds = static_cast<uint64_t>(vector[k]) < static_cast<uint64_t>(dims[k]);
      offset += (holds ? vector[k] : 0) * strides[k];
      outside |= !holds;
    }
    out[n] = from[offset];
  }
  return !outside;
}

void run_gather_nd(ir::KernelContext& context) {
  located(context, [&] {
    const detail::TensorImpl& x = context.input(0);
    const detail::TensorImpl& indices = context.input(1);
    const int64_t depth = indices.shape.back();
    const Shape slice(x.shape.dims().subspan(static_cast<size_t>(depth)));
    detail::TensorImpl& out = context.output(0);
    const int64_t size = slice.element_count(), item = static_cast<int64_t>(item_size(x.dtype));
    const detail::Strides to = detail::contiguous_strides(slice.dims());
    const kernel::Integers numbers(indices);
    const int64_t vectors = Shape(indices.shape.dims().first(indices.shape.size() - 1)).element_count();
    if (slice.empty() && x.shape.element_count() > 0) {
      const bool all = detail::visit_dtype(
          x.dtype, [&]<class T>(T) { return gather_elements(x, numbers, reinterpret_cast<T*>(out.data()), vectors); });
      if (all) return;  // otherwise the loop below finds the vector that is out of range
    }
    const kernel::SliceCopy copy(slice.dims(), item_size(x.dtype), to.data(), x.strides.data() + depth);
    for (int64_t n = 0; n < vectors; ++n) {
      const int64_t offset = vector_offset(numbers, n * depth, depth, x.shape, x.strides.data());
      copy(out.data() + n * size * item, x.data() + offset * item);
    }
  });
}

}  // namespace

const ir::OpBlock block_take{.infer = &infer_take, .kernel = &run_take, .kind = ir::OpKind::Take};
const ir::OpBlock block_take_update{.traits = ir::kOverwritesFirst,
                                    .infer = &infer_take_update,
                                    .kernel = &run_take_update,
                                    .kind = ir::OpKind::TakeUpdate};
const ir::OpBlock block_take_along_axis{
    .infer = &infer_take_along_axis, .kernel = &run_take_along_axis, .kind = ir::OpKind::TakeAlongAxis};
const ir::OpBlock block_gather_nd{0, ir::Operands::AsIs, &infer_gather_nd, &run_gather_nd};

}  // namespace ag::ops

namespace ag {

Tensor take(const TensorArg& x, const TensorArg& indices, int axis) {
  return ops::call(ops::Op::take, {&x, &indices}, {int64_t{axis}});
}
Tensor take_along_axis(const TensorArg& x, const TensorArg& indices, int axis) {
  return ops::call(ops::Op::take_along_axis, {&x, &indices}, {int64_t{axis}});
}
Tensor gather_nd(const TensorArg& x, const TensorArg& indices) { return ops::call(ops::Op::gather_nd, {&x, &indices}); }

}  // namespace ag
