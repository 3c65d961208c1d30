/// Normalised exponentials along an axis. The greatest element is subtracted first, so that nothing overflows; sums run
/// in the order of the axis, in double.
#include <cmath>
#include <limits>
#include <type_traits>

#include "ops/define.h"
#include "tensor/convert.h"

namespace ag::ops {

namespace {

void infer_softmax(ir::InferContext& context) {
  const Shape& shape = context.shape(0);
  if (!is_floating(context.dtype(0)))
    context.fail(ErrorKind::type_error, "the elements are not floating-point numbers");
  if (shape.ranked()) context.axis(context.attribute<int64_t>(0), shape.rank());
  context.result(context.dtype(0), shape);
}

/// One line of `count` elements, `stride` apart. Half types are computed in float.
template <class T, bool kLog>
void softmax_line(const T* in, T* out, int64_t count, int64_t stride) {
  using Compute = std::conditional_t<detail::is_half<T>, float, T>;
  Compute greatest = -std::numeric_limits<Compute>::infinity();
  for (int64_t i = 0; i < count; ++i) {
    const Compute x = static_cast<Compute>(in[i * stride]);
    if (x > greatest || std::isnan(x)) greatest = x;
    if (std::isnan(x)) break;
  }
  double sum = 0;
  for (int64_t i = 0; i < count; ++i) {
    const Compute power = std::exp(static_cast<Compute>(in[i * stride]) - greatest);
    if constexpr (!kLog && !detail::is_half<T>) out[i * stride] = power;
    sum += static_cast<double>(power);
  }
  const Compute log_sum = static_cast<Compute>(std::log(sum)), total = static_cast<Compute>(sum);
  for (int64_t i = 0; i < count; ++i) {
    const Compute shifted = static_cast<Compute>(in[i * stride]) - greatest;
    if constexpr (kLog) {
      out[i * stride] = detail::convert<T>(shifted - log_sum);
    } else if constexpr (detail::is_half<T>) {
      out[i * stride] = detail::convert<T>(std::exp(shifted) / total);
    } else {
      out[i * stride] = out[i * stride] / total;
    }
  }
}

template <bool kLog>
void run_softmax(ir::KernelContext& context) {
  const Tensor source = detail::make_contiguous(context.input_tensor(0));
  const Shape& shape = source.impl()->shape;
  const int64_t attribute = context.attribute<int64_t>(0);
  const size_t axis = static_cast<size_t>(attribute < 0 ? attribute + shape.rank() : attribute);
  int64_t outer = 1, inner = 1;
  for (size_t k = 0; k < axis; ++k) outer *= shape[k];
  for (size_t k = axis + 1; k < shape.size(); ++k) inner *= shape[k];
  const int64_t count = shape[axis];
  detail::visit_dtype(source.impl()->dtype, [&]<class T>(T) {
    if constexpr (kernel::is_floating_storage<T>) {
      const T* in = reinterpret_cast<const T*>(source.impl()->data);
      T* out = reinterpret_cast<T*>(context.output(0).data);
      for (int64_t o = 0; o < outer; ++o) {
        for (int64_t i = 0; i < inner; ++i) {
          const int64_t at = o * count * inner + i;
          softmax_line<T, kLog>(in + at, out + at, count, inner);
        }
      }
    }
  });
}

}  // namespace

const ir::OpBlock block_softmax = {0, ir::Operands::Floating, &infer_softmax, &run_softmax<false>};
const ir::OpBlock block_log_softmax = {0, ir::Operands::Floating, &infer_softmax, &run_softmax<true>};

}  // namespace ag::ops

namespace ag {

Tensor softmax(const TensorArg& x, int axis) { return ops::call(ops::Op::softmax, {&x}, {int64_t{axis}}); }
Tensor log_softmax(const TensorArg& x, int axis) { return ops::call(ops::Op::log_softmax, {&x}, {int64_t{axis}}); }

}  // namespace ag
