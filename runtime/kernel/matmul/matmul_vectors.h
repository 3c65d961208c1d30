#pragma once
/// Vectors of kBytes, and the multiply-add steps of matrix products. Included once per instruction set and without the
/// standard library, like kernel/matmul/matmul_blocked.h.
#include <cstdint>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace ag::kernel {
namespace {

template <class T, int kBytes>
struct Vectors {
  typedef T Vector __attribute__((vector_size(kBytes), aligned(alignof(T)), may_alias));
  static constexpr int64_t kWidth = kBytes / static_cast<int64_t>(sizeof(T));
  static constexpr bool kRounds = static_cast<T>(0.5) != T(0);

  /// sum + a b, rounded once.
  [[gnu::always_inline]] static inline T add_product(T sum, T a, T b) {
    if constexpr (!kRounds)
      return sum + a * b;
    else if constexpr (sizeof(T) == 4)
      return __builtin_fmaf(a, b, sum);
    else
      return __builtin_fma(a, b, sum);
  }
  /// sum + *a b. With AVX-512 the instruction broadcasts the element from memory itself. The compiler would broadcast
  /// each element once, for all vectors, in an instruction of its own, and would move the sums between registers.
  [[gnu::always_inline]] static inline Vector add_products(Vector sum, const T* a, Vector b) {
    if constexpr (!kRounds) {
      sum += *a * b;
    }
#if defined(__x86_64__)
    else if constexpr (kBytes == 64 && sizeof(T) == 4) {
      asm("vfmadd231ps %2%{1to16%}, %1, %0" : "+v"(sum) : "v"(b), "m"(*a));
    } else if constexpr (kBytes == 64) {
      asm("vfmadd231pd %2%{1to8%}, %1, %0" : "+v"(sum) : "v"(b), "m"(*a));
    } else if constexpr (kBytes == 32 && sizeof(T) == 4) {
      sum = (Vector)_mm256_fmadd_ps(_mm256_set1_ps(*a), (__m256)b, (__m256)sum);
    } else if constexpr (kBytes == 32) {
      sum = (Vector)_mm256_fmadd_pd(_mm256_set1_pd(*a), (__m256d)b, (__m256d)sum);
    }
#endif
    else {
      for (int64_t l = 0; l < kWidth; ++l) sum[l] = add_product(sum[l], *a, b[l]);
    }
    return sum;
  }

#if defined(__x86_64__)
  /// Broadcasts the element to every lane, and computes sum + a b, both with AVX-512. Inline assembly keeps the
  /// compiler from choosing other instructions, as above.
  [[gnu::always_inline]] static inline Vector spread(const T* a) {
    Vector all;
    if constexpr (sizeof(T) == 4)
      asm("vbroadcastss %1, %0" : "=v"(all) : "m"(*a));
    else
      asm("vbroadcastsd %1, %0" : "=v"(all) : "m"(*a));
    return all;
  }
  [[gnu::always_inline]] static inline Vector add_spread(Vector sum, Vector a, Vector b) {
    if constexpr (sizeof(T) == 4)
      asm("vfmadd231ps %2, %1, %0" : "+v"(sum) : "v"(b), "v"(a));
    else
      asm("vfmadd231pd %2, %1, %0" : "+v"(sum) : "v"(b), "v"(a));
    return sum;
  }
#endif

  /// sum + a b, of each lane.
  [[gnu::always_inline]] static inline Vector add_vectors(Vector sum, Vector a, Vector b) {
#if defined(__x86_64__)
    if constexpr (kRounds && kBytes == 64) return add_spread(sum, a, b);
    if constexpr (kRounds && kBytes == 32 && sizeof(T) == 4)
      return (Vector)_mm256_fmadd_ps((__m256)a, (__m256)b, (__m256)sum);
    if constexpr (kRounds && kBytes == 32 && sizeof(T) == 8)
      return (Vector)_mm256_fmadd_pd((__m256d)a, (__m256d)b, (__m256d)sum);
#endif
    for (int64_t l = 0; l < kWidth; ++l) sum[l] = add_product(sum[l], a[l], b[l]);
    return sum;
  }

  /// The same for the first `count` lanes, or for all if there are fewer; the others stay.
  [[gnu::always_inline]] static inline Vector add_rest(Vector sum, const T* a, const T* b, int64_t count) {
    if (count >= kWidth)
      return add_vectors(sum, *reinterpret_cast<const Vector*>(a), *reinterpret_cast<const Vector*>(b));
#if defined(__x86_64__)
    if constexpr (kRounds && kBytes == 64 && sizeof(T) == 4) {
      const auto mask = static_cast<__mmask16>((1u << count) - 1);
      const __m512 left = _mm512_maskz_loadu_ps(mask, a), right = _mm512_maskz_loadu_ps(mask, b);
      return (Vector)_mm512_mask3_fmadd_ps(left, right, (__m512)sum, mask);
    } else if constexpr (kRounds && kBytes == 64) {
      const auto mask = static_cast<__mmask8>((1u << count) - 1);
      const __m512d left = _mm512_maskz_loadu_pd(mask, a), right = _mm512_maskz_loadu_pd(mask, b);
      return (Vector)_mm512_mask3_fmadd_pd(left, right, (__m512d)sum, mask);
    }
#endif
    for (int64_t l = 0; l < count; ++l) sum[l] = add_product(sum[l], a[l], b[l]);
    return sum;
  }

  /// Reduces the lanes to one by repeated halving.
  [[gnu::always_inline]] static inline T halved_vector(Vector lanes) { return halved_part<kBytes>(lanes); }
  template <int bytes, class Part>
  [[gnu::always_inline]] static inline T halved_part(Part lanes) {
    if constexpr (bytes == 2 * sizeof(T)) {
      return lanes[0] + lanes[1];
    } else if constexpr (bytes == 4 * sizeof(T)) {
      return (lanes[0] + lanes[2]) + (lanes[1] + lanes[3]);
    } else {
      typedef T Half __attribute__((vector_size(bytes / 2)));
      Half both[2];
      __builtin_memcpy(both, &lanes, bytes);
      return halved_part<bytes / 2>(both[0] + both[1]);
    }
  }
};

}  // namespace
}  // namespace ag::kernel
