#pragma once
/// Reductions over axes, in one order of operations that every executor follows.
///
/// The order depends on the shape and on the axes alone: not on the memory layout, and not on threads. So results are
/// equal bit for bit wherever they are computed.
///
///   1. Axes of length 1 are left out. Neighbouring axes that are all reduced, or all kept, count as one axis, its
///      elements in row-major order.
///   2. If the last axis is reduced, each of its rows x[0] … x[n - 1] becomes one value. It is computed in kLanes = 16
///      lanes that start with the identity of the operation: for i = 0 … n - 1, lane[i mod 16] = lane[i mod 16] ∘ x[i].
///      Then the lanes are halved: for h = 8, 4, 2, 1, for l < h, lane[l] = lane[l] ∘ lane[l + h]. The value is
///      lane[0]. A row longer than kBlock = 4096 is cut into blocks of that length, the last one shorter; each becomes
///      a value as above, and these are taken into 16 lanes of their own in the same way, so that the error of a sum
///      grows with the root of its length. If the last axis is kept, each of its elements is a value.
///   3. The values of an element of the result are numbered in row-major order of the other reduced axes. They are cut
///      into blocks of kBlock values, the last one shorter. The total of a block starts with the identity. The values
///      are added to it one by one: total = total ∘ value. The result starts with the identity, and the totals are
///      added to it in order.
///
/// Half types are computed in float, integers in the unsigned type of the result (they wrap around).
///
/// An operation is a struct F<T> with
///     Accumulator                                  the type of lanes and results
///     static Accumulator identity()
///     static Accumulator load(T element)
///     static Accumulator combine(Accumulator, Accumulator)
///     static constexpr bool kVectors               load returns the element itself; combine takes vectors, too
#include <memory>
#include <span>
#include <utility>

#include "base/thread_pool.h"
#include "tensor/impl.h"

namespace ag::kernel {

// These define results, so they are the same on every machine (base/machine.h).
inline constexpr int64_t kLanes = 16;
inline constexpr int64_t kBlock = 4096;

/// The loops of a reduction over an array. Strides are in elements.
struct ReducePlan {
  using Dims = detail::SmallVector<int64_t, 4>;

  Tensor source;                  // the operand, or a row-major copy of it
  Dims kept, kept_strides;        // the outer axes that are kept
  Dims reduced, reduced_strides;  // the outer axes that are reduced
  int64_t row = 1;                // length of the last axis of rule 1, or of a part of it if it is kept
  int64_t row_stride = 1;
  bool row_reduced = true;
  int64_t count = 1;  // the number of elements of each result
};

/// `axes`: counted from the front, each once.
ReducePlan plan_reduction(const Tensor& x, std::span<const int64_t> axes);

/// Calls f(offset) for the indices of `dims` at the positions `begin` to `end` of the row-major order.
template <class F>
void for_each_offset(const ReducePlan::Dims& dims, const ReducePlan::Dims& strides, int64_t begin, int64_t end, F&& f) {
  if (begin >= end) return;
  if (dims.empty()) return f(int64_t{0});
  const size_t last = dims.size() - 1;
  ReducePlan::Dims at(dims.size(), 0);
  int64_t outer = 0;  // the offset without the last axis
  for (size_t axis = dims.size(), rest = static_cast<size_t>(begin); axis-- > 0;) {
    const auto dim = static_cast<size_t>(dims[axis]);
    at[axis] = static_cast<int64_t>(rest % dim);
    rest /= dim;
    if (axis != last) outer += at[axis] * strides[axis];
  }
  for (;;) {
    const int64_t stop = at[last] + (end - begin) < dims[last] ? at[last] + (end - begin) : dims[last];
    begin += stop - at[last];
    for (int64_t i = at[last]; i < stop; ++i) f(outer + i * strides[last]);
    if (begin == end) return;
    at[last] = 0;
    for (size_t axis = last; axis-- > 0;) {
      outer += strides[axis];
      if (++at[axis] < dims[axis]) break;
      outer -= strides[axis] * dims[axis];
      at[axis] = 0;
    }
  }
}

/// Returns the number of indices of `dims`.
inline int64_t positions_of(const ReducePlan::Dims& dims) {
  int64_t count = 1;
  for (int64_t dim : dims) count *= dim;
  return count;
}

/// Calls f(offset) for every index of `dims` in row-major order.
template <class F>
void for_each_offset(const ReducePlan::Dims& dims, const ReducePlan::Dims& strides, F&& f) {
  for_each_offset(dims, strides, 0, positions_of(dims), std::forward<F>(f));
}

/// Returns the value of the first `count` lanes, by repeated halving.
template <class F>
typename F::Accumulator halve(typename F::Accumulator* lane, int64_t count = kLanes) {
  for (int64_t half = count / 2; half > 0; half /= 2) {
    for (int64_t l = 0; l < half; ++l) lane[l] = F::combine(lane[l], lane[l + half]);
  }
  return lane[0];
}

/// Returns the value of a contiguous row, with lanes in vectors of the size that every machine has. Explicit vectors
/// are needed since compilers do not vectorize a loop that tests for NaN. The last elements are padded with the
/// identity, which changes no lane: sums that begin with 0 are never -0.
template <class F, class T>
T reduce_vectors(const T* x, int64_t length) {
  constexpr int64_t kBytes = 16, kWidth = kBytes / sizeof(T), kVectors = kLanes / kWidth;
  typedef T Vector __attribute__((vector_size(kBytes), aligned(alignof(T)), may_alias));
  Vector identity;
  for (int64_t l = 0; l < kWidth; ++l) identity[l] = F::identity();
  Vector sums[kVectors];
  for (Vector& sum : sums) sum = identity;
  for (; length >= kLanes; x += kLanes, length -= kLanes) {
    for (int64_t v = 0; v < kVectors; ++v) {
      sums[v] = F::combine(sums[v], *reinterpret_cast<const Vector*>(x + v * kWidth));
    }
  }
  for (int64_t v = 0; v < kVectors && length > 0; ++v, x += kWidth, length -= kWidth) {
    Vector last = identity;
    if (length >= kWidth) {
      last = *reinterpret_cast<const Vector*>(x);
    } else {
      last[0] = x[0];
      if constexpr (kWidth > 2) {
        if (length > 1) last[1] = x[1];
        if (length > 2) last[2] = x[2];
      }
    }
    sums[v] = F::combine(sums[v], last);
  }
  for (int64_t half = kVectors / 2; half > 0; half /= 2) {
    for (int64_t v = 0; v < half; ++v) sums[v] = F::combine(sums[v], sums[v + half]);
  }
  T lanes[kWidth];
  for (int64_t l = 0; l < kWidth; ++l) lanes[l] = sums[0][l];
  return halve<F>(lanes, kWidth);
}

/// Rule 2: reduces a row of at most kBlock elements to one value.
template <class F, class T>
typename F::Accumulator reduce_block(const T* x, int64_t stride, int64_t length) {
  using A = typename F::Accumulator;
  if constexpr (F::kVectors && sizeof(T) >= 4) {
    if (stride == 1) return reduce_vectors<F>(x, length);
  }
  A lane[kLanes];
  for (int64_t l = 0; l < kLanes; ++l) lane[l] = F::identity();
  int64_t i = 0;
  if (stride == 1) {
    for (; i + kLanes <= length; i += kLanes) {
      for (int64_t l = 0; l < kLanes; ++l) lane[l] = F::combine(lane[l], F::load(x[i + l]));
    }
  } else {
    for (; i + kLanes <= length; i += kLanes) {
      for (int64_t l = 0; l < kLanes; ++l) lane[l] = F::combine(lane[l], F::load(x[(i + l) * stride]));
    }
  }
  for (int64_t l = 0; i < length; ++i, ++l) lane[l] = F::combine(lane[l], F::load(x[i * stride]));
  return halve<F>(lane);
}

/// Threads share rows of at least kSharedRow elements, kSharedBlocks blocks at a time.
inline constexpr int64_t kSharedRow = int64_t{1} << 18, kSharedBlocks = 8;

/// Returns the values of the `count` blocks of a long row, in order.
template <class F, class T>
std::unique_ptr<typename F::Accumulator[]> reduce_blocks(const T* x, int64_t stride, int64_t length, int64_t count) {
  constexpr int64_t kElementsPerNanosecond = 8;
  auto values = std::make_unique<typename F::Accumulator[]>(static_cast<size_t>(count));
  detail::for_ranges(count, kSharedBlocks, length / kElementsPerNanosecond, [&](int64_t begin, int64_t end) {
    for (int64_t block = begin; block < end; ++block) {
      const int64_t at = block * kBlock, rest = length - at;
      values[static_cast<size_t>(block)] = reduce_block<F>(x + at * stride, stride, rest < kBlock ? rest : kBlock);
    }
  });
  return values;
}

/// Rule 2: reduces one row to one value.
template <class F, class T>
typename F::Accumulator reduce_row(const T* x, int64_t stride, int64_t length) {
  if (length <= kBlock) return reduce_block<F>(x, stride, length);
  typename F::Accumulator lane[kLanes];
  for (int64_t l = 0; l < kLanes; ++l) lane[l] = F::identity();
  if (length >= kSharedRow) {
    const int64_t count = (length + kBlock - 1) / kBlock;
    const auto values = reduce_blocks<F>(x, stride, length, count);
    for (int64_t block = 0; block < count; ++block) {
      lane[block % kLanes] = F::combine(lane[block % kLanes], values[static_cast<size_t>(block)]);
    }
    return halve<F>(lane);
  }
  for (int64_t at = 0, block = 0; at < length; at += kBlock, ++block) {
    const int64_t rest = length - at;
    lane[block % kLanes] =
        F::combine(lane[block % kLanes], reduce_block<F>(x + at * stride, stride, rest < kBlock ? rest : kBlock));
  }
  return halve<F>(lane);
}

/// Fills `totals` with the totals of the positions `begin` to `end` (rule 3): one for each element of the last axis, if
/// that is kept. `x` points to the first element of the kept index.
template <class F, class T>
void reduce_positions(const ReducePlan& plan, const T* x, int64_t begin, int64_t end,
                      typename F::Accumulator* __restrict totals) {
  const int64_t row = plan.row, stride = plan.row_stride;
  if (plan.row_reduced) {
    typename F::Accumulator total = F::identity();
    for_each_offset(plan.reduced, plan.reduced_strides, begin, end,
                    [&](int64_t offset) { total = F::combine(total, reduce_row<F>(x + offset, stride, row)); });
    *totals = total;
    return;
  }
  for (int64_t j = 0; j < row; ++j) totals[j] = F::identity();
  for_each_offset(plan.reduced, plan.reduced_strides, begin, end, [&](int64_t offset) {
    const T* values = x + offset;
    if (stride == 1) {
      for (int64_t j = 0; j < row; ++j) totals[j] = F::combine(totals[j], F::load(values[j]));
    } else {
      for (int64_t j = 0; j < row; ++j) totals[j] = F::combine(totals[j], F::load(values[j * stride]));
    }
  });
}

/// Rule 3 for more than one block, which threads share.
template <class F, class T>
void reduce_blocks_of_positions(const ReducePlan& plan, const T* x, int64_t positions,
                                typename F::Accumulator* __restrict results) {
  constexpr int64_t kElementsPerNanosecond = 1;
  const int64_t blocks = (positions + kBlock - 1) / kBlock, size = plan.row_reduced ? 1 : plan.row;
  const auto totals = std::make_unique<typename F::Accumulator[]>(static_cast<size_t>(blocks * size));
  detail::for_ranges(blocks, 1, positions * plan.row / kElementsPerNanosecond, [&](int64_t begin, int64_t end) {
    for (int64_t block = begin; block < end; ++block) {
      const int64_t first = block * kBlock, behind = first + kBlock < positions ? first + kBlock : positions;
      reduce_positions<F>(plan, x, first, behind, totals.get() + block * size);
    }
  });
  for (int64_t j = 0; j < size; ++j) results[j] = F::identity();
  for (int64_t block = 0; block < blocks; ++block) {
    for (int64_t j = 0; j < size; ++j) {
      results[j] = F::combine(results[j], totals[static_cast<size_t>(block * size + j)]);
    }
  }
}

/// Fills `out` with the results in row-major order of the kept axes.
template <class F, class T>
void reduce(const ReducePlan& plan, typename F::Accumulator* __restrict out) {
  const T* data = reinterpret_cast<const T*>(plan.source.impl()->data());
  const int64_t positions = positions_of(plan.reduced), size = plan.row_reduced ? 1 : plan.row;
  for_each_offset(plan.kept, plan.kept_strides, [&](int64_t kept) {
    if (positions > kBlock)
      reduce_blocks_of_positions<F>(plan, data + kept, positions, out);
    else
      reduce_positions<F>(plan, data + kept, 0, positions, out);
    out += size;
  });
}

}  // namespace ag::kernel
