/// Convolutions of images, and their gradients. Each of the three operations is linear in either operand, so their own
/// gradients are among the three.
#include <algorithm>

#include "kernel/convolution/convolution_library.h"
#include "ops/dense.h"
#include "ops/shape_operands.h"
#include "ops/windows.h"

namespace ag::ops {

namespace {

using kernel::Convolution;
using kernel::ConvolutionKind;

/// The dtype of products. Integers are computed as unsigned, whose low bits are the result.
DType window_product_dtype(DType dtype) {
  if (is_floating(dtype)) return dtype == DType::float64 ? dtype : DType::float32;
  return item_size(dtype) == 8 ? DType::uint64 : DType::uint32;
}

template <class T>
void run_loops(ConvolutionKind kind, const Convolution& shape, const std::byte* a, const std::byte* b, std::byte* out) {
  const T *left = reinterpret_cast<const T*>(a), *right = reinterpret_cast<const T*>(b);
  T* result = reinterpret_cast<T*>(out);
  switch (kind) {
    case ConvolutionKind::Forward:
      return kernel::convolve(shape, left, right, result);
    case ConvolutionKind::ToX:
      return kernel::convolve_to_x(shape, left, right, result);
    case ConvolutionKind::ToFilter:
      return kernel::convolve_to_filter(shape, left, right, result);
  }
}

void run_kind(ir::KernelContext& context, ConvolutionKind kind, const Convolution& shape) {
  const DType dtype = window_product_dtype(context.output(0).dtype);
  const Tensor a = dense(context.input_tensor(0), dtype), b = dense(context.input_tensor(1), dtype);
  const ComputedResult result(context, 0, dtype);
  const std::byte *left = a.impl()->data(), *right = b.impl()->data();
  switch (dtype) {
    case DType::float32: {
      const auto floats = [](const std::byte* data) { return reinterpret_cast<const float*>(data); };
      float* out = reinterpret_cast<float*>(result.data());
      if (!kernel::convolve_with_library(kind, shape, floats(left), floats(right), out)) {
        run_loops<float>(kind, shape, left, right, result.data());
      }
      break;
    }
    case DType::float64:
      run_loops<double>(kind, shape, left, right, result.data());
      break;
    case DType::uint64:
      run_loops<uint64_t>(kind, shape, left, right, result.data());
      break;
    default:
      run_loops<uint32_t>(kind, shape, left, right, result.data());
  }
  result.store();
}

void infer_conv2d(ir::InferContext& context) {
  context.result(context.dtype(0), result_shape(convolution_of(context, context.shape(0), context.shape(1), 0)));
}

void run_conv2d(ir::KernelContext& context) {
  run_kind(context, ConvolutionKind::Forward,
           convolution_of(context, context.input(0).shape, context.input(1).shape, 0));
}

/// Checks that the given gradient g of a node has the shape of the result.
template <class Context>
void check_gradient(const Context& context, const Shape& given, const Shape& wanted) {
  const Shape g = four_axes(context, given, "g", kImageAxes);
  for (size_t axis = 0; axis < 4; ++axis) {
    if (g[axis] == wanted[axis] || g[axis] == unknown || wanted[axis] == unknown) continue;
    context.fail(ErrorKind::shape_error, "g has the shape " + g.str() + ", and the result " + wanted.str());
  }
}

/// The requested result shape of a node, for a type rule and for a kernel.
Shape asked_shape(const ir::InferContext& context, size_t first) {
  if (!context.attribute<Shape>(0).ranked()) context.fail(ErrorKind::shape_error, "the shape has no rank");
  return infer_shape_operands(context, context.attribute<Shape>(0), first);
}
Shape asked_shape(const ir::KernelContext& context, size_t first) {
  return resolve_shape_operands(context, context.attribute<Shape>(0), first);
}
const Shape& operand_shape(const ir::InferContext& context, size_t k) { return context.shape(k); }
const Shape& operand_shape(const ir::KernelContext& context, size_t k) { return context.input(k).shape; }

template <ConvolutionKind kind, class Context>
Convolution gradient_convolution(const Context& context, const Shape& asked) {
  constexpr bool to_x = kind == ConvolutionKind::ToX;
  const Shape& x = to_x ? asked : operand_shape(context, 0);
  const Convolution shape = convolution_of(context, x, to_x ? operand_shape(context, 1) : asked, 1);
  check_gradient(context, operand_shape(context, to_x ? 0 : 1), result_shape(shape));
  return shape;
}

template <ConvolutionKind kind>
void infer_gradient(ir::InferContext& context) {
  const Shape asked = asked_shape(context, 2);
  gradient_convolution<kind>(context, asked);
  context.result(context.dtype(0), asked);
}

template <ConvolutionKind kind>
void run_gradient(ir::KernelContext& context) {
  const Shape asked = asked_shape(context, 2);
  const Convolution shape = gradient_convolution<kind>(context, asked);
  shaped_output(context, 0, context.input(0).dtype, asked);
  run_kind(context, kind, shape);
}

void infer_pack_filter(ir::InferContext& context) {
  const Shape& x = context.attribute<Shape>(0);
  const Convolution shape = convolution_of(context, x, context.shape(0), 1);
  const int64_t bytes = x.known() && context.shape(0).known() ? kernel::packed_bytes(shape) : 0;
  if (context.dtype(0) != DType::float32 || bytes == 0) {
    context.fail(ErrorKind::unimplemented,
                 "the convolution library is not there, or has no order of its own for filters of this convolution");
  }
  context.result(DType::uint8, Shape{bytes});
}

void run_pack_filter(ir::KernelContext& context) {
  const Convolution shape = convolution_of(context, context.attribute<Shape>(0), context.input(0).shape, 1);
  const Tensor filter = dense(context.input_tensor(0), DType::float32);
  kernel::pack_filter(shape, reinterpret_cast<const float*>(filter.impl()->data()), context.output(0).data());
}

/// Returns the convolution of a conv2d_packed node. It is an error if the filter was not packed for this convolution.
template <class Context>
Convolution packed_convolution(const Context& context) {
  const Shape& filter = context.template attribute<Shape>(0);
  const Convolution shape = convolution_of(context, operand_shape(context, 0), filter, 1);
  const bool known = operand_shape(context, 0).known() && filter.known();
  if (!known || kernel::packed_bytes(shape) == 0 || operand_shape(context, 1) != Shape{kernel::packed_bytes(shape)}) {
    context.fail(ErrorKind::shape_error, "the filter was not packed for this convolution");
  }
  return shape;
}

void infer_conv2d_packed(ir::InferContext& context) {
  if (context.dtype(0) != DType::float32 || context.dtype(1) != DType::uint8) {
    context.fail(ErrorKind::type_error, "takes float32 images and a packed filter");
  }
  context.result(context.dtype(0), result_shape(packed_convolution(context)));
}

void run_conv2d_packed(ir::KernelContext& context) {
  const Convolution shape = packed_convolution(context);
  const Tensor x = dense(context.input_tensor(0), DType::float32);
  const Tensor packed = detail::make_contiguous(context.input_tensor(1));
  kernel::convolve_packed(shape, reinterpret_cast<const float*>(x.impl()->data()), packed.impl()->data(),
                          reinterpret_cast<float*>(context.output(0).data()));
}

using ir::Operands;

}  // namespace

const ir::OpBlock block_conv2d = {
    .operands = Operands::Arithmetic, .infer = &infer_conv2d, .kernel = &run_conv2d, .kind = ir::OpKind::Conv2d};
const ir::OpBlock block_conv2d_packed = {0, Operands::AsIs, &infer_conv2d_packed, &run_conv2d_packed};
const ir::OpBlock block_conv2d_to_filter = {0, Operands::AsIs, &infer_gradient<ConvolutionKind::ToFilter>,
                                            &run_gradient<ConvolutionKind::ToFilter>};
const ir::OpBlock block_conv2d_to_x = {0, Operands::AsIs, &infer_gradient<ConvolutionKind::ToX>,
                                       &run_gradient<ConvolutionKind::ToX>};
const ir::OpBlock block_pack_filter = {0, Operands::AsIs, &infer_pack_filter, &run_pack_filter};

}  // namespace ag::ops

namespace ag {

Tensor conv2d(const TensorArg& x, const TensorArg& filter, const PerAxis& strides, const Padding& padding,
              const PerAxis& dilations, int64_t groups) {
  ir::Attributes attributes;
  ops::add_windows(attributes, strides, padding);
  attributes.push_back(std::vector<int64_t>{dilations.rows(), dilations.columns()});
  attributes.push_back(groups);
  return ops::call(ops::Op::conv2d, {&x, &filter}, std::move(attributes));
}

}  // namespace ag
