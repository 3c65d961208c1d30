/// Normalised exponentials along an axis. The greatest element is subtracted first, so that nothing overflows; sums are
/// doubles, in the order of the axis where it is short, else in lanes as those of kernel/reduce.h are, but never cut
/// into blocks.
#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <type_traits>
#include <vector>

#include "kernel/math/exp.h"
#include "kernel/reduce.h"
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

/// e^(x - greatest), for the loops of kernel/elementwise.h.
struct ShiftedExponential : kernel::InlineMath {
  template <class T>
  [[gnu::always_inline]] static T apply(T x, T greatest) {
    return kernel::math::exp(x - greatest);
  }
};

/// Half types are computed in float.
template <class T>
using ComputeType = std::conditional_t<detail::is_half<T>, float, T>;

constexpr int64_t kShort = 64;  // elements, for which lanes take longer than they save

/// The greatest element; NaN where there is one.
template <class T>
T greatest_of(const T* line, int64_t count) {
  if (count < kShort) {
    T greatest = -std::numeric_limits<T>::infinity();
    for (int64_t i = 0; i < count; ++i) {
      if (line[i] > greatest || std::isnan(line[i])) greatest = line[i];  // once it is NaN it stays
    }
    return greatest;
  }
  T lanes[kernel::kLanes];
  for (T& lane : lanes) lane = -std::numeric_limits<T>::infinity();
  int nan = 0;
  const auto take = [&](int64_t i, int64_t lane) {
    lanes[lane] = line[i] > lanes[lane] ? line[i] : lanes[lane];
    nan |= line[i] != line[i] ? 1 : 0;
  };
  int64_t i = 0;
  for (; i + kernel::kLanes <= count; i += kernel::kLanes) {
    for (int64_t lane = 0; lane < kernel::kLanes; ++lane) take(i + lane, lane);
  }
  for (int64_t lane = 0; i < count; ++i, ++lane) take(i, lane);
  return nan != 0 ? std::numeric_limits<T>::quiet_NaN() : *std::max_element(std::begin(lanes), std::end(lanes));
}

template <class T>
double sum_of(const T* line, int64_t count) {
  if (count < kShort) {
    double sum = 0;
    for (int64_t i = 0; i < count; ++i) sum += static_cast<double>(line[i]);
    return sum;
  }
  double lanes[kernel::kLanes] = {};
  int64_t i = 0;
  for (; i + kernel::kLanes <= count; i += kernel::kLanes) {
    for (int64_t lane = 0; lane < kernel::kLanes; ++lane) lanes[lane] += static_cast<double>(line[i + lane]);
  }
  for (int64_t lane = 0; i < count; ++i, ++lane) lanes[lane] += static_cast<double>(line[i]);
  for (int64_t half = kernel::kLanes / 2; half > 0; half /= 2) {
    for (int64_t lane = 0; lane < half; ++lane) lanes[lane] += lanes[lane + half];
  }
  return lanes[0];
}

/// One line of `count` elements, `stride` apart. `line` and `powers` have room for as many.
template <class T, bool kLog>
void softmax_line(const T* in, T* out, int64_t count, int64_t stride, ComputeType<T>* line, ComputeType<T>* powers) {
  using Compute = ComputeType<T>;
  if (stride == 1) {
    for (int64_t i = 0; i < count; ++i) line[i] = static_cast<Compute>(in[i]);
  } else {
    for (int64_t i = 0; i < count; ++i) line[i] = static_cast<Compute>(in[i * stride]);
  }
  const Compute greatest = greatest_of(line, count);
  const std::byte* operands[] = {reinterpret_cast<const std::byte*>(line),
                                 reinterpret_cast<const std::byte*>(&greatest)};
  const int64_t strides[] = {1, 0};
  kernel::internal::binary_loop<ShiftedExponential, Compute>(reinterpret_cast<std::byte*>(powers), operands, strides,
                                                             count);
  const double sum = sum_of(powers, count);
  const Compute log_sum = static_cast<Compute>(std::log(sum)), total = static_cast<Compute>(sum);
  const auto result = [&](int64_t i) {
    return detail::convert<T>(kLog ? line[i] - greatest - log_sum : powers[i] / total);
  };
  if (stride == 1) {
    for (int64_t i = 0; i < count; ++i) out[i] = result(i);
  } else {
    for (int64_t i = 0; i < count; ++i) out[i * stride] = result(i);
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
      std::vector<ComputeType<T>> line(static_cast<size_t>(count)), powers(line.size());
      for (int64_t o = 0; o < outer; ++o) {
        for (int64_t i = 0; i < inner; ++i) {
          const int64_t at = o * count * inner + i;
          softmax_line<T, kLog>(in + at, out + at, count, inner, line.data(), powers.data());
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
