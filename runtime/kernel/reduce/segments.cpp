#include "kernel/reduce/segments.h"

#include <algorithm>
#include <array>
#include <vector>

#include "kernel/reduce/accumulate.h"
#include "kernel/reduce/reduce.h"

namespace ag::kernel {

namespace {

template <class A>
struct LaneSum {
  using Accumulator = A;
  static A combine(A a, A b) { return a + b; }
};

template <class A>
using Lanes = std::array<A, kLanes>;

/// Adds the rows from `begin` to `end`, at most a block of them, to the lanes of their segments.
template <class T, class A>
void add_block(const T* rows, const Integers& ids, int64_t begin, int64_t end, int64_t size, Lanes<A>* sums) {
  for (int64_t i = begin; i < end; ++i) {
    Lanes<A>* const of = sums + ids[i] * size;
    for (int64_t k = 0; k < size; ++k) of[k][static_cast<size_t>(i % kLanes)] += widen(rows[i * size + k]);
  }
}

template <class T>
void sum(const T* rows, const Integers& ids, size_t count, int64_t size, T* sums) {
  using A = ComputeOf<T>;
  static_assert(kBlock % kLanes == 0);
  std::vector<Lanes<A>> lanes(count), blocks(count, Lanes<A>{});
  for (int64_t begin = 0, block = 0; begin < ids.count(); begin += kBlock, ++block) {
    std::ranges::fill(lanes, Lanes<A>{});
    add_block(rows, ids, begin, std::min(begin + kBlock, ids.count()), size, lanes.data());
    for (size_t k = 0; k < count; ++k) {
      blocks[k][static_cast<size_t>(block % kLanes)] += halve<LaneSum<A>>(lanes[k].data());
    }
  }
  for (size_t k = 0; k < count; ++k) sums[k] = static_cast<T>(halve<LaneSum<A>>(blocks[k].data()));
}

}  // namespace

void sum_in_lanes(DType dtype, const std::byte* rows, const Integers& ids, int64_t segments, int64_t size,
                  std::byte* sums) {
  visit_floating(dtype, [&]<class T>(T) {
    sum(reinterpret_cast<const T*>(rows), ids, static_cast<size_t>(segments * size), size, reinterpret_cast<T*>(sums));
  });
}

}  // namespace ag::kernel
