/// Normalised exponentials along an axis. The greatest element is subtracted first, so that nothing overflows; sums are
/// doubles, in the order of the axis where it is short, else in lanes as those of kernel/reduce.h are, but never cut
/// into blocks.
#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <type_traits>
#include <vector>

#include "kernel/instruction_set.h"
#include "kernel/math/exp.h"
#include "kernel/math/log.h"
#include "kernel/reduce.h"
#include "ops/define.h"
#include "ops/row_major.h"
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

/// Half types are computed in float.
template <class T>
using ComputeType = std::conditional_t<detail::is_half<T>, float, T>;

constexpr int64_t kShort = 64;        // elements, for which lanes take longer than they save
constexpr int64_t kTogether = 256;    // elements, of several short rows
constexpr int64_t kRowsTogether = 8;  // that are longer

constexpr int64_t rows_together(int64_t count) { return std::max<int64_t>(kTogether / std::max<int64_t>(count, 1), 1); }

constexpr int64_t kStep = kShort;  // lanes side by side, as each element of a lane waits for the one before

/// What becomes of so many lanes, of which halves are combined.
template <int64_t count, class T, class Combine>
[[gnu::always_inline]] inline T folded(T* lanes, Combine combine) {
  if constexpr (count > 1) {
    constexpr int64_t half = count / 2;
    for (int64_t lane = 0; lane < half; ++lane) lanes[lane] = combine(lanes[lane], lanes[lane + half]);
    return folded<half>(lanes, combine);
  }
  return lanes[0];
}

template <class T>
[[gnu::always_inline]] inline void raise_to(T* __restrict lanes, const T* __restrict step) {
  for (int64_t lane = 0; lane < kStep; ++lane) lanes[lane] = step[lane] > lanes[lane] ? step[lane] : lanes[lane];
}

/// The greatest element that is a number. A NaN makes the sum of powers one, and all results with it.
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
  raise_to(lanes, line + count - kStep);  // some of them a second time
  return folded<kStep>(lanes, [](T a, T b) { return b > a ? b : a; });
}

[[gnu::always_inline]] inline double sum_of_lanes(double* lanes) {
  return folded<kernel::kLanes>(lanes, [](double a, double b) { return a + b; });
}

template <class T>
[[gnu::always_inline]] inline double sum_of(const T* line, int64_t count) {
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
  return sum_of_lanes(lanes);
}

/// The power of a difference to the greatest element. Logarithms need the sum of powers alone.
template <bool kLog, class T>
[[gnu::always_inline]] inline T power_of(T shifted) {
  if constexpr (kLog) {
    return kernel::math::exp_beside_one(shifted);
  } else {
    return kernel::math::exp_of_negative(shifted);
  }
}

/// Adds the powers of as many elements as there are lanes, of those from `first` on, and leaves them in `powers` where
/// they are results.
template <bool kLog, class T>
[[gnu::always_inline]] inline void add_powers(const T* __restrict in, T greatest, T* __restrict powers,
                                              double* __restrict lanes, int64_t first = 0) {
  for (int64_t lane = 0; lane < kernel::kLanes; ++lane) {
    const T power = power_of<kLog>(in[lane] - greatest);
    if constexpr (!kLog) powers[lane] = power;
    lanes[lane] += lane < first ? 0 : static_cast<double>(power);
  }
}

/// The last elements come with some of those before, which are not added again.
template <bool kLog, class T>
[[gnu::always_inline]] inline double sum_of_powers(const T* __restrict in, T greatest, T* __restrict powers,
                                                   int64_t count) {
  double lanes[kernel::kLanes] = {};
  int64_t i = 0;
  for (; i + kernel::kLanes <= count; i += kernel::kLanes) add_powers<kLog>(in + i, greatest, powers + i, lanes);
  if (const int64_t last = count - kernel::kLanes; i < count) {
    add_powers<kLog>(in + last, greatest, powers + last, lanes, i - last);
  }
  return sum_of_lanes(lanes);
}

/// Long rows, at most kRowsTogether of them: no row waits for the logarithm of the one before.
template <bool kLog, class T>
[[gnu::always_inline]] inline void long_rows(const T* __restrict in, T* __restrict out, int64_t count, int64_t rows) {
  T greatest[kRowsTogether];
  double sums[kRowsTogether];
  for (int64_t row = 0; row < rows; ++row) {
    greatest[row] = greatest_of(in + row * count, count);
    sums[row] = sum_of_powers<kLog>(in + row * count, greatest[row], out + row * count, count);
  }
  if constexpr (kLog) {
    for (int64_t row = 0; row < rows; ++row) sums[row] = kernel::math::log(sums[row]);
  }
  for (int64_t row = 0; row < rows; ++row) {
    const T most = greatest[row], sum = static_cast<T>(sums[row]);
    const T* const line = in + row * count;
    T* const results = out + row * count;
    if constexpr (kLog) {
      for (int64_t i = 0; i < count; ++i) results[i] = line[i] - most - sum;
    } else {
      for (int64_t i = 0; i < count; ++i) results[i] /= sum;
    }
  }
}

/// Short rows, at most rows_together of them. `powers` has room for their elements.
template <bool kLog, class T>
[[gnu::always_inline]] inline void short_rows(const T* __restrict in, T* __restrict out, T* __restrict powers,
                                              int64_t count, int64_t rows) {
  for (int64_t row = 0; row < rows; ++row) {
    const T* const line = in + row * count;
    const T greatest = greatest_of(line, count);
    for (int64_t i = 0; i < count; ++i) out[row * count + i] = line[i] - greatest;
  }
  for (int64_t i = 0; i < rows * count; ++i) powers[i] = power_of<kLog>(out[i]);
  double sums[kTogether];
  for (int64_t row = 0; row < rows; ++row) sums[row] = sum_of(powers + row * count, count);
  if constexpr (kLog) {
    for (int64_t row = 0; row < rows; ++row) sums[row] = kernel::math::log(sums[row]);
  }
  for (int64_t row = 0; row < rows; ++row) {
    const T sum = static_cast<T>(sums[row]);
    T* const results = out + row * count;
    if constexpr (kLog) {
      for (int64_t i = 0; i < count; ++i) results[i] -= sum;
    } else {
      for (int64_t i = 0; i < count; ++i) results[i] = powers[row * count + i] / sum;
    }
  }
}

/// `rows` of `count` neighbours each. `powers` has room for rows_together of them where they are short.
template <bool kLog, class T>
[[gnu::always_inline]] inline void rows_of(const T* __restrict in, T* __restrict out, T* __restrict powers,
                                           int64_t count, int64_t rows) {
  if (count > kTogether) {
    for (int64_t first = 0; first < rows; first += kRowsTogether) {
      const int64_t number = rows - first < kRowsTogether ? rows - first : kRowsTogether;
      long_rows<kLog>(in + first * count, out + first * count, count, number);
    }
    return;
  }
  for (int64_t first = 0, together = rows_together(count); first < rows; first += together) {
    const int64_t number = rows - first < together ? rows - first : together;
    short_rows<kLog>(in + first * count, out + first * count, powers, count, number);
  }
}

// Compiled for every instruction set: no function for one of them is seen by code for another.
#if defined(__x86_64__)
template <bool kLog, class T>
[[gnu::target("avx2,fma")]] void rows_avx2(const T* in, T* out, T* powers, int64_t count, int64_t rows) {
  rows_of<kLog>(in, out, powers, count, rows);
}
template <bool kLog, class T>
[[gnu::target("avx512f,avx512dq,fma")]] void rows_avx512(const T* in, T* out, T* powers, int64_t count, int64_t rows) {
  rows_of<kLog>(in, out, powers, count, rows);
}
#endif
template <bool kLog, class T>
void softmax_rows(const T* in, T* out, T* powers, int64_t count, int64_t rows) {
#if defined(__x86_64__)
  const kernel::InstructionSet set = kernel::instruction_set();
  if (set == kernel::InstructionSet::Avx512) return rows_avx512<kLog>(in, out, powers, count, rows);
  if (set == kernel::InstructionSet::Avx2) return rows_avx2<kLog>(in, out, powers, count, rows);
#endif
  rows_of<kLog>(in, out, powers, count, rows);
}

/// One line of `count` elements, `stride` apart, by way of `line` and `powers`, which have room for as many.
template <class T, bool kLog>
void softmax_line(const T* in, T* out, int64_t count, int64_t stride, ComputeType<T>* line, ComputeType<T>* powers) {
  for (int64_t i = 0; i < count; ++i) line[i] = static_cast<ComputeType<T>>(in[i * stride]);
  ComputeType<T>* const results = powers + count;
  softmax_rows<kLog>(line, results, powers, count, 1);
  for (int64_t i = 0; i < count; ++i) out[i * stride] = detail::convert<T>(results[i]);
}

template <bool kLog>
void run_softmax(ir::KernelContext& context) {
  const RowMajor source(context, 0);
  const Shape& shape = source->shape;
  const int64_t attribute = context.attribute<int64_t>(0);
  const size_t axis = static_cast<size_t>(attribute < 0 ? attribute + shape.rank() : attribute);
  int64_t outer = 1, inner = 1;
  for (size_t k = 0; k < axis; ++k) outer *= shape[k];
  for (size_t k = axis + 1; k < shape.size(); ++k) inner *= shape[k];
  const int64_t count = shape[axis];
  detail::visit_dtype(source->dtype, [&]<class T>(T) {
    if constexpr (kernel::is_floating_storage<T>) {
      const T* in = reinterpret_cast<const T*>(source->data);
      T* out = reinterpret_cast<T*>(context.output(0).data);
      if constexpr (!detail::is_half<T>) {
        if (inner == 1 && count > kTogether) return softmax_rows<kLog>(in, out, static_cast<T*>(nullptr), count, outer);
      }
      const auto room = static_cast<size_t>(std::max(rows_together(count), int64_t{2}) * count);
      const std::unique_ptr<ComputeType<T>[]> powers(new ComputeType<T>[room]);
      if constexpr (!detail::is_half<T>) {
        if (inner == 1) return softmax_rows<kLog>(in, out, powers.get(), count, outer);
      }
      std::vector<ComputeType<T>> line(static_cast<size_t>(count));
      for (int64_t o = 0; o < outer; ++o) {
        for (int64_t i = 0; i < inner; ++i) {
          const int64_t at = o * count * inner + i;
          softmax_line<T, kLog>(in + at, out + at, count, inner, line.data(), powers.get());
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
