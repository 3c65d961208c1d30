/// Softmax and log-softmax along an axis. The greatest element m of a row is subtracted, so that nothing overflows:
///
///     softmax(x) = exp(x - m) / sum(exp(x - m))    log_softmax(x) = (x - m) - log(sum(exp(x - m)))
///
/// The formulas hold to the bit, with the sum in the order of kernel/reduce/reduce.h: a pass decomposes both operations
/// (passes/decompose/decompose.cpp).
#include <algorithm>
#include <limits>
#include <memory>
#include <type_traits>

#include "kernel/instruction_set.h"
#include "kernel/reduce/reduce.h"
#include "kernel/reduce/sum.h"
#include "kernel/scalar/math/exp.h"
#include "kernel/scalar/math/log.h"
#include "ops/define.h"
#include "ops/row_major.h"
#include "tensor/axis.h"
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

constexpr int64_t kTogether = 256;  // elements, of several short rows

constexpr int64_t rows_together(int64_t count) { return std::max<int64_t>(kTogether / std::max<int64_t>(count, 1), 1); }

constexpr int64_t kStep = 64;  // independent lanes, since the elements within a lane form a dependence chain

/// Returns the greatest of `count` lanes, by repeated halving.
template <int64_t count, class T>
[[gnu::always_inline]] inline T greatest_lane(T* lanes) {
  if constexpr (count > 1) {
    constexpr int64_t half = count / 2;
    for (int64_t lane = 0; lane < half; ++lane) {
      lanes[lane] = lanes[lane + half] > lanes[lane] ? lanes[lane + half] : lanes[lane];
    }
    return greatest_lane<half>(lanes);
  }
  return lanes[0];
}

template <class T>
[[gnu::always_inline]] inline void raise_to(T* __restrict lanes, const T* __restrict step) {
  for (int64_t lane = 0; lane < kStep; ++lane) lanes[lane] = step[lane] > lanes[lane] ? step[lane] : lanes[lane];
}

/// Returns the greatest element, ignoring NaN. A NaN makes the sum of exponentials NaN, and all results with it.
template <class T>
[[gnu::always_inline]] inline T greatest_of(const T* line, int64_t count) {
  T greatest = -std::numeric_limits<T>::infinity();
  if (count < kStep) {
    for (int64_t i = 0; i < count; ++i) greatest = line[i] > greatest ? line[i] : greatest;
    return greatest;
  }
  T lanes[kStep];
  for (T& lane : lanes) lane = greatest;
  for (int64_t i = 0; i + kStep <= count; i += kStep) raise_to(lanes, line + i);
  raise_to(lanes, line + count - kStep);  // the rest, and some elements a second time
  return greatest_lane<kStep>(lanes);
}

/// Normalises `rows` contiguous rows of `count` elements. `powers` has room for one row, or for rows_together short
/// rows.
template <bool kLog, class T>
[[gnu::always_inline]] inline void rows_of(const T* __restrict in, T* __restrict out, T* __restrict powers,
                                           int64_t count, int64_t rows) {
  const int64_t together = rows_together(count);
  for (int64_t first = 0; first < rows; first += together, in += together * count, out += together * count) {
    const int64_t number = rows - first < together ? rows - first : together;
    for (int64_t row = 0; row < number; ++row) {
      const T* const line = in + row * count;
      const T greatest = greatest_of(line, count);
      for (int64_t i = 0; i < count; ++i) out[row * count + i] = line[i] - greatest;
    }
    for (int64_t i = 0; i < number * count; ++i) powers[i] = kernel::math::exp_of_negative(out[i]);
    T sums[kTogether];
    for (int64_t row = 0; row < number; ++row) {
      sums[row] = kernel::reduce_row<kernel::Sum<T>>(powers + row * count, 1, count);
    }
    if constexpr (kLog) {
      for (int64_t row = 0; row < number; ++row) sums[row] = kernel::math::log(sums[row]);
    }
    for (int64_t row = 0; row < number; ++row) {
      T* const results = out + row * count;
      if constexpr (kLog) {
        for (int64_t i = 0; i < count; ++i) results[i] -= sums[row];
      } else {
        for (int64_t i = 0; i < count; ++i) results[i] = powers[row * count + i] / sums[row];
      }
    }
  }
}

/// Normalises the columns of a block of `count` rows of `inner` elements. Sums have the order of
/// kernel/reduce/reduce.h. `room` has space for the block and three rows.
template <bool kLog, class T>
[[gnu::always_inline]] inline void columns_of(const T* __restrict in, T* __restrict out, T* __restrict room,
                                              int64_t count, int64_t inner) {
  T* const __restrict powers = room, * const __restrict greatest = room + count * inner, * const __restrict sums = greatest + inner, * const __restrict totals = sums + inner;
  for (int64_t i = 0; i < inner; ++i) greatest[i] = -std::numeric_limits<T>::infinity(), sums[i] = 0;
  for (int64_t k = 0; k < count; ++k) {
    const T* const line = in + k * inner;
    for (int64_t i = 0; i < inner; ++i) greatest[i] = line[i] > greatest[i] ? line[i] : greatest[i];
  }
  for (int64_t k = 0; k < count; ++k) {
    for (int64_t i = k * inner, column = 0; column < inner; ++i, ++column) out[i] = in[i] - greatest[column];
  }
  for (int64_t i = 0; i < count * inner; ++i) powers[i] = kernel::math::exp_of_negative(out[i]);
  for (int64_t first = 0; first < count; first += kernel::kBlock) {
    const int64_t end = count - first < kernel::kBlock ? count : first + kernel::kBlock;
    for (int64_t i = 0; i < inner; ++i) totals[i] = 0;
    for (int64_t k = first; k < end; ++k) {
      for (int64_t i = 0; i < inner; ++i) totals[i] += powers[k * inner + i];
    }
    for (int64_t i = 0; i < inner; ++i) sums[i] += totals[i];
  }
  if constexpr (kLog) {
    for (int64_t i = 0; i < inner; ++i) sums[i] = kernel::math::log(sums[i]);
  }
  for (int64_t k = 0; k < count; ++k) {
    for (int64_t i = k * inner, column = 0; column < inner; ++i, ++column) {
      out[i] = kLog ? out[i] - sums[column] : powers[i] / sums[column];
    }
  }
}

/// The products of the extents before the axis, along it, and after it.
struct Extents {
  int64_t outer = 1, count = 1, inner = 1;
  int64_t block() const { return count * inner; }
  /// The number of elements of scratch memory that softmax_of needs.
  int64_t room() const { return inner == 1 ? std::min(rows_together(count), outer) * count : block() + 3 * inner; }
};

template <bool kLog, class T>
[[gnu::always_inline]] inline void blocks_of(const T* in, T* out, T* room, Extents of) {
  if (of.inner == 1) return rows_of<kLog>(in, out, room, of.count, of.outer);
  for (int64_t o = 0; o < of.outer; ++o) {
    columns_of<kLog>(in + o * of.block(), out + o * of.block(), room, of.count, of.inner);
  }
}

// Compiled for every instruction set. Code for one set never calls a function that was compiled for another.
#if defined(__x86_64__)
template <bool kLog, class T>
[[gnu::target("avx2,fma")]] void blocks_avx2(const T* in, T* out, T* room, Extents of) {
  blocks_of<kLog>(in, out, room, of);
}
template <bool kLog, class T>
[[gnu::target("avx512f,avx512dq,fma")]] void blocks_avx512(const T* in, T* out, T* room, Extents of) {
  blocks_of<kLog>(in, out, room, of);
}
#endif
template <bool kLog, class T>
void softmax_of(const T* in, T* out, T* room, Extents of) {
#if defined(__x86_64__)
  const kernel::InstructionSet set = kernel::instruction_set();
  if (set == kernel::InstructionSet::Avx512) return blocks_avx512<kLog>(in, out, room, of);
  if (set == kernel::InstructionSet::Avx2) return blocks_avx2<kLog>(in, out, room, of);
#endif
  blocks_of<kLog>(in, out, room, of);
}

template <bool kLog>
void run_softmax(ir::KernelContext& context) {
  const RowMajor source(context, 0);
  const Shape& shape = source->shape;
  const int64_t attribute = context.attribute<int64_t>(0);
  const size_t axis = detail::axis_of(attribute, shape);
  Extents of{.count = shape[axis]};
  for (size_t k = 0; k < axis; ++k) of.outer *= shape[k];
  for (size_t k = axis + 1; k < shape.size(); ++k) of.inner *= shape[k];
  kernel::visit_floating(source->dtype, [&]<class T>(T) {
    using A = kernel::ComputeOf<T>;
    const T* in = reinterpret_cast<const T*>(source->data());
    T* out = reinterpret_cast<T*>(context.output(0).data());
    const std::unique_ptr<A[]> room(new A[static_cast<size_t>(of.room())]);
    if constexpr (std::is_same_v<T, A>) {
      softmax_of<kLog>(in, out, room.get(), of);
    } else {
      const int64_t block = of.block();
      const std::unique_ptr<A[]> wide(new A[static_cast<size_t>(2 * block)]);
      A *const from = wide.get(), *const to = from + block;
      for (int64_t o = 0; o < of.outer; ++o, in += block, out += block) {
        for (int64_t i = 0; i < block; ++i) from[i] = kernel::widen(in[i]);
        softmax_of<kLog>(from, to, room.get(), {1, of.count, of.inner});
        for (int64_t i = 0; i < block; ++i) out[i] = detail::convert<T>(to[i]);
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
