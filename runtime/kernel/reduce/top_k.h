#pragma once
/// Top-k: the first elements of a row in descending order.
///
/// Few elements are kept sorted during one pass over the row. Most elements come after all of these, and a fast test
/// rejects them: first, a lower bound is computed that at least k elements reach.
#include <algorithm>
#include <cstdint>
#include <limits>
#include <type_traits>

#include "kernel/instruction_set.h"
#include "kernel/reduce/order.h"

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace ag::kernel {

/// The greatest k for which the selected elements are kept sorted.
inline constexpr int64_t kFewFirst = 16;

/// True for elements that are compared in vectors.
template <class T>
inline constexpr bool is_vector_element = sizeof(T) >= 4 && std::is_arithmetic_v<T>;

/// True if x is greater than the limit, or equal to it if `kEqual`; false for NaN.
template <bool kEqual, class T>
[[gnu::always_inline]] inline bool is_beyond(T x, T limit) {
  return kEqual ? widen(x) >= widen(limit) : widen(x) > widen(limit);
}

/// True if any of `kCount` elements is beyond the limit. Uses explicit vectors of kBytes, since compilers do not
/// vectorize a search.
template <int kBytes, bool kEqual, int64_t kCount, class T>
[[gnu::always_inline]] inline bool any_beyond(const T* x, T limit) {
  if constexpr (is_vector_element<T>) {
    typedef T Vector __attribute__((vector_size(kBytes), aligned(alignof(T)), may_alias));
    using Word = std::enable_if_t<(kBytes > 0), int64_t>;  // dependent, since GCC requires it for vectors of kBytes
    typedef Word Words __attribute__((vector_size(kBytes)));
    const Vector limits = limit - Vector{};
    Words found{};
#pragma GCC unroll 64
    for (int64_t k = 0; k < kCount; k += kBytes / static_cast<int64_t>(sizeof(T))) {
      const Vector elements = *reinterpret_cast<const Vector*>(x + k);
      found |= reinterpret_cast<Words>(kEqual ? elements >= limits : elements > limits);
    }
    int64_t any = 0;
#pragma GCC unroll 8
    for (int k = 0; k < kBytes / 8; ++k) any |= found[k];
    return any != 0;
  } else {
    int found = 0;
    for (int64_t k = 0; k < kCount; ++k) found |= is_beyond<kEqual>(x[k], limit) ? 1 : 0;
    return found != 0;
  }
}

/// Returns the first place from `from` on whose element is beyond the limit; `length` if there is none.
template <int kBytes, bool kEqual, class T>
[[gnu::always_inline]] inline int64_t first_beyond(const T* x, int64_t from, int64_t length, T limit) {
  constexpr int64_t kStep = 16, kStride = 64;
  while (from + kStride <= length && !any_beyond<kBytes, kEqual, kStride>(x + from, limit)) from += kStride;
  while (from + kStep <= length && !any_beyond<kBytes, kEqual, kStep>(x + from, limit)) from += kStep;
  while (from < length && !is_beyond<kEqual>(x[from], limit)) ++from;
  return from;
}

/// Computes the greatest element of each of kFewFirst parts of the row, or `lowest` for a part without a greater one.
template <class T>
[[gnu::always_inline]] inline void greatest_of_parts(const T* __restrict x, int64_t length, T lowest, T* parts) {
  constexpr int64_t kLanes = 64;
  T most[kLanes];
  for (T& one : most) one = lowest;
  for (int64_t i = 0; i + kLanes <= length; i += kLanes) {
    for (int64_t lane = 0; lane < kLanes; ++lane) most[lane] = x[i + lane] > most[lane] ? x[i + lane] : most[lane];
  }
  for (int64_t half = kLanes / 2; half >= kFewFirst; half /= 2) {
    for (int64_t lane = 0; lane < half; ++lane) {
      most[lane] = most[lane + half] > most[lane] ? most[lane + half] : most[lane];
    }
  }
  for (int64_t part = 0; part < kFewFirst; ++part) parts[part] = most[part];
}

/// Returns a number that at least k elements reach, k <= kFewFirst: the k-th greatest of the maxima of the parts.
template <class T>
[[gnu::always_inline]] inline T bound_of_first(const T* __restrict x, int64_t length, int64_t k, T lowest) {
  T parts[kFewFirst];
  greatest_of_parts(x, length, lowest, parts);
  int greater[kFewFirst] = {};  // the number of parts with a greater maximum
  for (int64_t other = 0; other < kFewFirst; ++other) {
    for (int64_t part = 0; part < kFewFirst; ++part) greater[part] += parts[other] > parts[part] ? 1 : 0;
  }
  T bound = std::numeric_limits<T>::max();
  for (int64_t part = 0; part < kFewFirst; ++part) {
    bound = greater[part] < k && parts[part] < bound ? parts[part] : bound;
  }
  return bound;
}

/// The search with the vectors of one instruction set. Each struct is compiled for its set, so that code for one set
/// never calls a function of another.
struct BaselineSearch {
  template <class T>
  static T bound(const T* x, int64_t length, int64_t k, T lowest) {
    return bound_of_first(x, length, k, lowest);
  }
  template <bool kEqual, class T>
  static int64_t first(const T* x, int64_t from, int64_t length, T limit) {
    return first_beyond<16, kEqual>(x, from, length, limit);
  }
};

#if defined(__x86_64__)
struct Avx2Search {
  template <class T>
  [[gnu::target("avx2")]] static T bound(const T* x, int64_t length, int64_t k, T lowest) {
    return bound_of_first(x, length, k, lowest);
  }
  template <bool kEqual, class T>
  [[gnu::target("avx2")]] static int64_t first(const T* x, int64_t from, int64_t length, T limit) {
    return first_beyond<32, kEqual>(x, from, length, limit);
  }
};

/// Comparisons yield bit masks: a population count counts the elements, and the lowest bit is the first place.
struct Avx512Search {
  template <class T>
  static constexpr int64_t kWidth = 64 / sizeof(T);

  template <class T>
  [[gnu::target("avx512f,avx512dq")]] static T bound(const T* x, int64_t length, int64_t k, T lowest) {
    alignas(64) T parts[kFewFirst];
    greatest_of_parts(x, length, lowest, parts);
    T bound = std::numeric_limits<T>::max();
    for (int64_t part = 0; part < kFewFirst; ++part) {
      int greater = 0;
#pragma GCC unroll 2
      for (int64_t at = 0; at < kFewFirst; at += kWidth<T>)
        greater += __builtin_popcount(static_cast<uint32_t>(bits<false>(parts + at, kAll, parts[part])));
      bound = greater < k && parts[part] < bound ? parts[part] : bound;
    }
    return bound;
  }

  /// Returns the elements of a vector, among those in `mask`, that are beyond the limit, as bits.
  template <bool kEqual, class T>
  [[gnu::target("avx512f,avx512dq")]] static uint64_t bits(const T* x, uint16_t mask, T limit) {
    const auto few = static_cast<__mmask8>(mask);
    if constexpr (std::is_same_v<T, float>) {
      constexpr int kCompare = kEqual ? _CMP_GE_OQ : _CMP_GT_OQ;
      return _mm512_mask_cmp_ps_mask(mask, _mm512_maskz_loadu_ps(mask, x), _mm512_set1_ps(limit), kCompare);
    } else if constexpr (std::is_same_v<T, double>) {
      constexpr int kCompare = kEqual ? _CMP_GE_OQ : _CMP_GT_OQ;
      return _mm512_mask_cmp_pd_mask(few, _mm512_maskz_loadu_pd(few, x), _mm512_set1_pd(limit), kCompare);
    } else if constexpr (sizeof(T) == 4) {
      constexpr int kCompare = kEqual ? _MM_CMPINT_NLT : _MM_CMPINT_NLE;
      const __m512i elements = _mm512_maskz_loadu_epi32(mask, x),
                    limits = _mm512_set1_epi32(static_cast<int32_t>(limit));
      return std::is_signed_v<T> ? _mm512_mask_cmp_epi32_mask(mask, elements, limits, kCompare)
                                 : _mm512_mask_cmp_epu32_mask(mask, elements, limits, kCompare);
    } else {
      constexpr int kCompare = kEqual ? _MM_CMPINT_NLT : _MM_CMPINT_NLE;
      const __m512i elements = _mm512_maskz_loadu_epi64(few, x),
                    limits = _mm512_set1_epi64(static_cast<int64_t>(limit));
      return std::is_signed_v<T> ? _mm512_mask_cmp_epi64_mask(few, elements, limits, kCompare)
                                 : _mm512_mask_cmp_epu64_mask(few, elements, limits, kCompare);
    }
  }

  template <bool kEqual, class T>
  [[gnu::target("avx512f,avx512dq")]] static int64_t first(const T* x, int64_t from, int64_t length, T limit) {
    constexpr int64_t kStride = 4 * kWidth<T>;
    for (; from + kStride <= length; from += kStride) {
      uint64_t found = 0;
#pragma GCC unroll 4
      for (int64_t k = 0; k < kStride; k += kWidth<T>) found |= bits<kEqual>(x + from + k, kAll, limit) << k;
      if (found != 0) return from + __builtin_ctzll(found);
    }
    for (; from < length; from += kWidth<T>) {
      const int64_t left = length - from;
      const auto mask = left < kWidth<T> ? static_cast<uint16_t>((1u << left) - 1) : kAll;
      if (const uint64_t found = bits<kEqual>(x + from, mask, limit); found != 0) return from + __builtin_ctzll(found);
    }
    return length;
  }

 private:
  static constexpr uint16_t kAll = 0xffff;
};
#endif

/// Computes the first k elements, 0 < k <= kFewFirst.
template <class Search, class T>
void few_first(const T* x, int64_t* order, int64_t length, int64_t k) {
  int64_t i = 0, found = 0;
  const auto insert = [&] {
    int64_t at = found < k ? found++ : k - 1;
    for (; at > 0 && before(x[i], x[order[at - 1]], true); --at) order[at] = order[at - 1];
    order[at] = i;
  };
  constexpr int64_t kLong = 256;
  if constexpr (is_vector_element<T>) {
    using Limits = std::numeric_limits<T>;
    constexpr T kLowest = Limits::has_infinity ? -Limits::infinity() : Limits::lowest();
    const T bound = length < kLong ? kLowest : Search::bound(x, length, k, kLowest);
    for (; bound > kLowest && found < k; ++i) {
      i = Search::template first<true>(x, i, length, bound);
      insert();
    }
  }
  for (; i < length; ++i) {
    if (found == k) {
      const T last = x[order[k - 1]];
      if (is_nan(widen(last)))
        while (i < length && is_nan(widen(x[i]))) ++i;
      else
        i = Search::template first<false>(x, i, length, last);
    }
    if (i < length) insert();
  }
}

/// Fills `order` with the indices of the first k elements in descending order. It has room for k elements if k <=
/// kFewFirst, else for `length`.
template <class T>
void top_k_row(const T* x, int64_t* order, int64_t length, int64_t k) {
  if (k == 0) return;
  if (k <= kFewFirst) {
#if defined(__x86_64__)
    if constexpr (is_vector_element<T>) {
      const InstructionSet set = instruction_set();
      if (set == InstructionSet::Avx512) return few_first<Avx512Search>(x, order, length, k);
      if (set == InstructionSet::Avx2) return few_first<Avx2Search>(x, order, length, k);
    }
#endif
    return few_first<BaselineSearch>(x, order, length, k);
  }
  for (int64_t i = 0; i < length; ++i) order[i] = i;
  std::partial_sort(order, order + k, order + length, [&](int64_t a, int64_t b) {
    if (before(x[a], x[b], true)) return true;
    if (before(x[b], x[a], true)) return false;
    return a < b;
  });
}

}  // namespace ag::kernel
