/// Boolean masks: reading the elements where a mask is true, and replacing them.
#include <algorithm>

#include "kernel/copy.h"
#include "kernel/masks.h"
#include "ops/define.h"
#include "ops/dense.h"
#include "ops/row_major.h"
#include "ops/subscripts/store.h"
#include "tensor/convert.h"
#include "tensor/strided.h"

namespace ag::ops {

namespace {

/// Checks a mask against the axes of x from `axis` on, and returns the axis counted from the front.
size_t checked_mask(const ir::InferContext& context, int64_t axis) {
  const Shape& x = context.shape(0);
  const Shape& mask = context.shape(1);
  if (context.dtype(1) != DType::boolean) context.fail(ErrorKind::type_error, "the mask must be boolean");
  if (!mask.ranked()) context.fail(ErrorKind::shape_error, "the rank of the mask must be known");
  if (mask.empty()) context.fail(ErrorKind::shape_error, "the mask must have at least one axis; use ag::where");
  if (!x.ranked()) return 0;
  const size_t first = context.axis(axis, x.rank());
  bool fits = first + mask.size() <= x.size();
  for (size_t k = 0; fits && k < mask.size(); ++k) {
    const int64_t dim = x[first + k];
    fits = dim == mask[k] || dim == unknown || mask[k] == unknown;
  }
  if (!fits) {
    context.fail(ErrorKind::shape_error, "the mask has shape " + mask.str() +
                                             ", it must have that of the tensor from axis " + std::to_string(first) +
                                             " on, " + x.str());
  }
  return first;
}

void infer_boolean_mask(ir::InferContext& context) {
  const size_t axis = checked_mask(context, context.attribute<int64_t>(0));
  const Shape& x = context.shape(0);
  context.result(context.dtype(0),
                 x.ranked() ? replace_axes(x, axis, context.shape(1).size(), Shape{unknown}) : Shape::unknown_rank());
}

/// Takes single elements by a mask that covers all axes.
void take_elements(ir::KernelContext& context) {
  const RowMajor x(context, 0);
  const detail::TensorImpl& mask = context.input(1);
  const int64_t count = kernel::count_true(mask);
  Tensor result = detail::allocate(x->dtype, {count});
  detail::visit_dtype(x->dtype, [&]<class T>(T) {
    const T* from = reinterpret_cast<const T*>(x->data());
    kernel::compress(mask, count, reinterpret_cast<T*>(result.impl()->data()), [from](int64_t i) { return from[i]; });
  });
  context.set_output(0, std::move(result));
}

/// Takes slices: the axes of x without those of the mask.
void take_slices(ir::KernelContext& context, size_t axis) {
  const detail::TensorImpl& x = context.input(0);
  const detail::TensorImpl& mask = context.input(1);
  const size_t rank = mask.shape.size(), item = item_size(x.dtype);
  const std::vector<int64_t> positions = masked_positions(x.shape, mask, static_cast<int64_t>(axis));
  Tensor result =
      detail::allocate(x.dtype, replace_axes(x.shape, axis, rank, Shape{static_cast<int64_t>(positions.size())}));
  detail::TensorImpl& out = *result.impl();
  const Shape slice = replace_axes(x.shape, axis, rank, Shape());
  detail::Strides from, to;
  for (size_t k = 0; k < slice.size(); ++k) {
    from.push_back(x.strides[k < axis ? k : k + rank]);
    to.push_back(out.strides[k < axis ? k : k + 1]);
  }
  const std::span<const int64_t> strides(x.strides.data() + axis, rank);
  const kernel::SliceCopy copy(slice.dims(), item, to.data(), from.data());
  for (size_t n = 0; n < positions.size(); ++n) {
    const int64_t offset = detail::offset_of(positions[n], mask.shape.dims(), strides);
    copy(out.data() + static_cast<int64_t>(n * item) * out.strides[axis],
         x.data() + offset * static_cast<int64_t>(item));
  }
  context.set_output(0, std::move(result));
}

void run_boolean_mask(ir::KernelContext& context) {
  located(context, [&] {
    const Shape &x = context.input(0).shape, &mask = context.input(1).shape;
    if (mask == x) return take_elements(context);
    take_slices(context, input_axis(context));
  });
}

void infer_mask_update(ir::InferContext& context) {
  const size_t axis = checked_mask(context, context.attribute<int64_t>(0));
  if (context.dtype(2) != context.dtype(0)) {
    context.fail(ErrorKind::type_error, "the value must have the dtype of the tensor");
  }
  const Shape& x = context.shape(0);
  if (x.ranked()) {
    const Shape named = replace_axes(x, axis, context.shape(1).size(), Shape{unknown});
    if (!may_broadcast_to(context.shape(2), named)) {
      context.fail(ErrorKind::shape_error,
                   "a value of shape " + context.shape(2).str() + " does not fit into the elements of shape " +
                       named.str() + "; it must broadcast to them",
                   kAssignment);
    }
  }
  context.result(context.dtype(0), x);
}

void run_mask_update(ir::KernelContext& context) {
  located(context,
          [&] {
            detail::convert_elements(context.output(0), context.input(0));
            write_masked(Target(context.output(0)), context.input(1), static_cast<int64_t>(input_axis(context)),
                         context.input(2));
          },
          {.reading = {}, .storing = kAssignment});
}

void infer_nonzero(ir::InferContext& context) {
  const Shape& x = context.shape(0);
  if (x.ranked() && x.empty()) {
    context.fail(ErrorKind::shape_error, "a tensor of rank 0 has no index vectors; compare it with 0 instead");
  }
  context.result(DType::int64, {unknown, x.ranked() ? x.rank() : unknown});
}

void run_nonzero(ir::KernelContext& context) {
  const detail::TensorImpl& x = context.input(0);
  if (x.shape.empty()) context.fail(ErrorKind::shape_error, "a tensor of rank 0 has no index vectors");
  const Tensor mask = dense(context.input_tensor(0), DType::boolean);
  const int64_t count = kernel::count_true(*mask.impl());
  Tensor result = detail::allocate(DType::int64, {count, x.shape.rank()});
  int64_t* out = reinterpret_cast<int64_t*>(result.impl()->data());
  if (x.shape.size() == 1) {
    kernel::compress(*mask.impl(), count, out, [](int64_t i) { return i; });
  } else {
    // The indices of the leading axes change only at the start of a row.
    const size_t rank = x.shape.size(), last = rank - 1;
    const int64_t length = x.shape[last];
    std::vector<int64_t> at(rank, 0);
    int64_t begin = 0;
    for (const int64_t position : masked_positions(x.shape, *mask.impl(), 0)) {
      if (position - begin >= length) {
        int64_t row = position / length;
        begin = row * length;
        for (size_t k = last; k-- > 0; row /= x.shape[k]) at[k] = row % x.shape[k];
      }
      at[last] = position - begin;
      out = std::copy(at.begin(), at.end(), out);
    }
  }
  context.set_output(0, std::move(result));
}

}  // namespace

const ir::OpBlock block_boolean_mask{.traits = ir::kDynamicShape,
                                     .operands = ir::Operands::AsIs,
                                     .infer = &infer_boolean_mask,
                                     .kernel = &run_boolean_mask,
                                     .kind = ir::OpKind::BooleanMask};
const ir::OpBlock block_mask_update{ir::kOverwritesFirst, ir::Operands::AsIs, &infer_mask_update, &run_mask_update};
const ir::OpBlock block_nonzero{ir::kDynamicShape, ir::Operands::AsIs, &infer_nonzero, &run_nonzero};

}  // namespace ag::ops

namespace ag {

Tensor boolean_mask(const TensorArg& x, const TensorArg& mask, int axis) {
  return ops::call(ops::Op::boolean_mask, {&x, &mask}, {int64_t{axis}});
}
Tensor nonzero(const TensorArg& x) { return ops::call(ops::Op::nonzero, {&x}); }

}  // namespace ag
