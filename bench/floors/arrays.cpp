/// Floors of whole arrays: W6, W7, W8, W9, W10b.
#include <immintrin.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "floors.h"
#include "vector_math.h"

// glibc's vector functions.
extern "C" __m512 _ZGVeN16v_logf(__m512);
extern "C" __m512 _ZGVeN16v_expf(__m512);
extern "C" __m512 _ZGVeN16v_erff(__m512);

namespace bench::floors {

float mean_squared_error(const float* a, const float* b, int64_t n) {
  constexpr int kSums = 8;
  constexpr int64_t kBlock = 65536;  // partial sums stay small, so 3e7 terms lose no digits
  double total = 0;
  for (int64_t low = 0; low < n; low += kBlock) {
    const int64_t high = std::min(n, low + kBlock);
    Floats sums[kSums];
    for (Floats& sum : sums) sum = all(0);
    int64_t i = low;
    for (; i + 16 * kSums <= high; i += 16 * kSums) {
#pragma clang loop unroll(full)
      for (int k = 0; k < kSums; ++k) {
        const Floats d = _mm512_sub_ps(_mm512_loadu_ps(a + i + 16 * k), _mm512_loadu_ps(b + i + 16 * k));
        sums[k] = fma(d, d, sums[k]);
      }
    }
    for (int k = 0; i < high; i += 16, ++k) {
      const __mmask16 mask = lanes(i, high);
      const Floats d = _mm512_sub_ps(_mm512_maskz_loadu_ps(mask, a + i), _mm512_maskz_loadu_ps(mask, b + i));
      sums[k] = fma(d, d, sums[k]);
    }
    for (int width = kSums / 2; width > 0; width /= 2) {
      for (int k = 0; k < width; ++k) sums[k] = _mm512_add_ps(sums[k], sums[k + width]);
    }
    total += static_cast<double>(_mm512_reduce_add_ps(sums[0]));
  }
  return static_cast<float>(total / static_cast<double>(n));
}

namespace {

template <bool Streaming>
void relu_rows(const float* x, float* y, int64_t n) {
  int64_t i = 0;
  for (; i + 64 <= n; i += 64) {
#pragma clang loop unroll(full)
    for (int k = 0; k < 64; k += 16) {
      const Floats v = _mm512_max_ps(_mm512_loadu_ps(x + i + k), all(0));  // the second operand for NaN
      if constexpr (Streaming)
        _mm512_stream_ps(y + i + k, v);
      else
        _mm512_storeu_ps(y + i + k, v);
    }
  }
  for (; i < n; i += 16) {
    const __mmask16 mask = lanes(i, n);
    _mm512_mask_storeu_ps(y + i, mask, _mm512_max_ps(_mm512_maskz_loadu_ps(mask, x + i), all(0)));
  }
  if constexpr (Streaming) _mm_sfence();
}

struct Libmvec {
  static Floats log(Floats x) { return _ZGVeN16v_logf(x); }
  static Floats exp(Floats x) { return _ZGVeN16v_expf(x); }
  static Floats erf(Floats x) { return _ZGVeN16v_erff(x); }
  static Floats divide(Floats a, Floats b) { return _mm512_div_ps(a, b); }
  static Floats square_root(Floats a) { return _mm512_sqrt_ps(a); }
};

struct Inline {
  [[gnu::always_inline]] static Floats log(Floats x) { return floors::log(x); }
  [[gnu::always_inline]] static Floats exp(Floats x) { return floors::exp(x); }
  [[gnu::always_inline]] static Floats erf(Floats x) { return floors::erf(x); }
  [[gnu::always_inline]] static Floats divide(Floats a, Floats b) { return floors::divide(a, b); }
  [[gnu::always_inline]] static Floats square_root(Floats a) { return floors::square_root(a); }
};

template <class Math>
void black_scholes(const float* spot, const float* strike, const float* years, float* calls, float* puts, int64_t n) {
  constexpr float kRate = 0.02f, kVolatility = 0.30f;
  const Floats one = all(1), half = all(0.5f), root_half = all(0.70710678f);
  for (int64_t i = 0; i < n; i += 16) {
    const __mmask16 mask = lanes(i, n);
    const Floats s = _mm512_mask_loadu_ps(one, mask, spot + i), k = _mm512_mask_loadu_ps(one, mask, strike + i),
                 t = _mm512_mask_loadu_ps(one, mask, years + i);
    const Floats spread = _mm512_mul_ps(Math::square_root(t), all(kVolatility));
    const Floats drift = all(kRate + 0.5f * kVolatility * kVolatility);
    const Floats d1 = Math::divide(fma(t, drift, Math::log(Math::divide(s, k))), spread);
    const Floats d2 = _mm512_sub_ps(d1, spread);
    const Floats n1 = fma(Math::erf(_mm512_mul_ps(d1, root_half)), half, half);
    const Floats n2 = fma(Math::erf(_mm512_mul_ps(d2, root_half)), half, half);
    const Floats discounted = _mm512_mul_ps(k, Math::exp(_mm512_mul_ps(t, all(-kRate))));
    _mm512_mask_storeu_ps(calls + i, mask, _mm512_fmsub_ps(s, n1, _mm512_mul_ps(discounted, n2)));
    _mm512_mask_storeu_ps(
        puts + i, mask, _mm512_fmsub_ps(discounted, _mm512_sub_ps(one, n2), _mm512_mul_ps(s, _mm512_sub_ps(one, n1))));
  }
}

}  // namespace

void relu(const float* x, float* y, int64_t n, bool streaming) {
  // Stores that pass by the cache want whole lines.
  if (streaming && reinterpret_cast<uintptr_t>(y) % 64 == 0)
    relu_rows<true>(x, y, n);
  else
    relu_rows<false>(x, y, n);
}

void black_scholes_libmvec(const float* spot, const float* strike, const float* years, float* calls, float* puts,
                           int64_t n) {
  black_scholes<Libmvec>(spot, strike, years, calls, puts, n);
}
void black_scholes_inline(const float* spot, const float* strike, const float* years, float* calls, float* puts,
                          int64_t n) {
  black_scholes<Inline>(spot, strike, years, calls, puts, n);
}

void mandelbrot(const float* re, const float* im, int32_t* counts, int64_t n) {
  constexpr int kVectors = 4, kMost = 256;
  for (int64_t row = 0; row < n; ++row) {
    const Floats ci = all(im[row]);
    for (int64_t column = 0; column < n; column += 16 * kVectors) {
      Floats zr[kVectors], zi[kVectors], cr[kVectors];
      __m512i count[kVectors];
      __mmask16 active[kVectors];
      for (int v = 0; v < kVectors; ++v) {
        cr[v] = _mm512_loadu_ps(re + column + 16 * v);
        zr[v] = zi[v] = all(0);
        count[v] = _mm512_setzero_si512();
        active[v] = 0xffff;
      }
      for (int k = 0; k < kMost; ++k) {
        unsigned any = 0;
#pragma clang loop unroll(full)
        for (int v = 0; v < kVectors; ++v) {
          const Floats next = fnma(zi[v], zi[v], fma(zr[v], zr[v], cr[v]));
          zi[v] = fma(_mm512_add_ps(zr[v], zr[v]), zi[v], ci);
          zr[v] = next;
          count[v] = _mm512_mask_sub_epi32(count[v], active[v], count[v], _mm512_set1_epi32(-1));
          const Floats distance = fma(next, next, _mm512_mul_ps(zi[v], zi[v]));
          active[v] = _mm512_mask_cmp_ps_mask(active[v], distance, all(4), _CMP_LE_OQ);
          any |= active[v];
        }
        if (!any) break;
      }
      for (int v = 0; v < kVectors; ++v) _mm512_storeu_si512(counts + row * n + column + 16 * v, count[v]);
    }
  }
}

namespace {

/// a / b by two Newton steps and a correction.
[[gnu::always_inline]] inline __m512d divide(__m512d a, __m512d b) {
  const __m512d one = _mm512_set1_pd(1);
  __m512d y = _mm512_rcp14_pd(b);
  y = _mm512_fmadd_pd(y, _mm512_fnmadd_pd(b, y, one), y);
  y = _mm512_fmadd_pd(y, _mm512_fnmadd_pd(b, y, one), y);
  const __m512d q = _mm512_mul_pd(a, y);
  return _mm512_fmadd_pd(_mm512_fnmadd_pd(q, b, a), y, q);
}

}  // namespace

int newton_array(const double* a, double* x, int64_t n) {
  const __m512d half = _mm512_set1_pd(0.5), tolerance = _mm512_set1_pd(1e-14), one = _mm512_set1_pd(1);
  const auto far = [&](__m512d v, __m512d c) {
    return _mm512_cmp_pd_mask(_mm512_abs_pd(_mm512_fmsub_pd(v, v, c)), _mm512_mul_pd(tolerance, c), _CMP_GT_OQ);
  };
  const auto mask = [&](int64_t i) { return n - i >= 8 ? __mmask8(0xff) : static_cast<__mmask8>((1u << (n - i)) - 1); };
  unsigned any = 0;
  for (int64_t i = 0; i < n; i += 8) {
    const __m512d c = _mm512_mask_loadu_pd(one, mask(i), a + i);
    any |= far(c, c);
  }
  int steps = 0;
  const double* from = a;
  while (any && steps < 100) {
    any = 0;
    for (int64_t i = 0; i < n; i += 8) {
      const __m512d c = _mm512_mask_loadu_pd(one, mask(i), a + i);
      __m512d v = _mm512_mask_loadu_pd(one, mask(i), from + i);
      v = _mm512_mul_pd(_mm512_add_pd(v, divide(c, v)), half);
      _mm512_mask_storeu_pd(x + i, mask(i), v);
      any |= far(v, c);
    }
    from = x;
    ++steps;
  }
  if (steps == 0) std::memcpy(x, a, static_cast<size_t>(n) * sizeof(double));
  return steps;
}

}  // namespace bench::floors
