#pragma once
/// Fused multiply-add of products to rows of sums: sum = fma(factor, element, sum), rounded once.
#include <cstdint>
#include <type_traits>

#include "kernel/instruction_set.h"
#include "kernel/scalar/scalar.h"

namespace ag::kernel {

namespace internal {

/// Everything is inlined into functions that are each compiled for one instruction set.
template <class T>
[[gnu::always_inline]] inline T add_product(T sum, T factor, T element) {
  if constexpr (std::is_floating_point_v<T>)
    return fma(factor, element, sum);
  else
    return sum + factor * element;
}
template <class T>
[[gnu::always_inline]] inline void add_row(T* __restrict sums, T factor, const T* __restrict row, int64_t count) {
  for (int64_t j = 0; j < count; ++j) sums[j] = add_product(sums[j], factor, row[j]);
}
template <class T>
[[gnu::always_inline]] inline void add_rows(T* __restrict sums, const T* __restrict factors, const T* __restrict row,
                                            int64_t count) {
  for (int64_t j = 0; j < count; ++j) sums[j] = add_product(sums[j], factors[j], row[j]);
}

template <class T>
void add_row_anywhere(T* sums, T factor, const T* row, int64_t count) {
  add_row(sums, factor, row, count);
}
template <class T>
void add_rows_anywhere(T* sums, const T* factors, const T* row, int64_t count) {
  add_rows(sums, factors, row, count);
}
#if defined(__x86_64__)
template <class T>
[[gnu::target("avx2,fma")]] void add_row_avx2(T* sums, T factor, const T* row, int64_t count) {
  add_row(sums, factor, row, count);
}
template <class T>
[[gnu::target("avx2,fma")]] void add_rows_avx2(T* sums, const T* factors, const T* row, int64_t count) {
  add_rows(sums, factors, row, count);
}
#endif

}  // namespace internal

/// The functions that add the products on this machine. T: float, double, uint32_t, uint64_t.
template <class T>
struct AddProducts {
  /// sums[j] += factor * row[j]
  void (*row)(T* sums, T factor, const T* row, int64_t count) = &internal::add_row_anywhere<T>;
  /// sums[j] += factors[j] * row[j]
  void (*rows)(T* sums, const T* factors, const T* row, int64_t count) = &internal::add_rows_anywhere<T>;

  AddProducts() {
#if defined(__x86_64__)
    if (instruction_set() == InstructionSet::Baseline) return;
    row = &internal::add_row_avx2<T>;
    rows = &internal::add_rows_avx2<T>;
#endif
  }
};

}  // namespace ag::kernel
