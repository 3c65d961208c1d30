/// Floors of the mixed workloads: M1, M2, M3, M4.
#include <immintrin.h>

#include <algorithm>
#include <cmath>

#include "floors.h"
#include "vector_math.h"

namespace bench::floors {

void clean_frame(const float* x, float* y, int64_t n) {
  for (int64_t i = 0; i < n; i += 16) {
    const __mmask16 mask = lanes(i, n);
    const Floats value = fma(_mm512_maskz_loadu_ps(mask, x + i), all(1.25f), all(-0.125f));
    _mm512_mask_storeu_ps(y + i, mask, _mm512_max_ps(value, all(0)));
  }
}

float mean_difference(const float* x, const float* before, int64_t n) {
  constexpr int kSums = 8;
  constexpr int64_t kBlock = 65536;  // partial sums stay small
  double total = 0;
  for (int64_t low = 0; low < n; low += kBlock) {
    const int64_t high = std::min(n, low + kBlock);
    Floats sums[kSums];
    for (Floats& sum : sums) sum = all(0);
    int64_t i = low;
    for (; i + 16 * kSums <= high; i += 16 * kSums) {
#pragma clang loop unroll(full)
      for (int k = 0; k < kSums; ++k) {
        const Floats d = _mm512_sub_ps(_mm512_loadu_ps(x + i + 16 * k), _mm512_loadu_ps(before + i + 16 * k));
        sums[k] = _mm512_add_ps(sums[k], _mm512_abs_ps(d));
      }
    }
    for (; i < high; i += 16) {
      const __mmask16 mask = lanes(i, high);
      const Floats d = _mm512_sub_ps(_mm512_maskz_loadu_ps(mask, x + i), _mm512_maskz_loadu_ps(mask, before + i));
      sums[0] = _mm512_add_ps(sums[0], _mm512_abs_ps(d));
    }
    for (int k = 1; k < kSums; ++k) sums[0] = _mm512_add_ps(sums[0], sums[k]);
    total += static_cast<double>(_mm512_reduce_add_ps(sums[0]));
  }
  return static_cast<float>(total / static_cast<double>(n));
}

namespace {

/// A row of 32 columns.
struct Row {
  Floats low, high;
};
Row row_at(const float* rows, int64_t i) {
  return {_mm512_loadu_ps(rows + i * kScoreColumns), _mm512_loadu_ps(rows + i * kScoreColumns + 16)};
}

/// Returns the mean of `of(row)` over the rows, with four partial sums to hide the latency of additions.
template <class Of>
Row mean_of(const float* rows, int64_t n, Of of) {
  Row sums[4];
  for (Row& sum : sums) sum = {all(0), all(0)};
  for (int64_t i = 0; i < n; i += 4) {  // n is a multiple of 4
#pragma clang loop unroll(full)
    for (int k = 0; k < 4; ++k) {
      const Row row = of(row_at(rows, i + k));
      sums[k] = {_mm512_add_ps(sums[k].low, row.low), _mm512_add_ps(sums[k].high, row.high)};
    }
  }
  for (int k = 1; k < 4; ++k)
    sums[0] = {_mm512_add_ps(sums[0].low, sums[k].low), _mm512_add_ps(sums[0].high, sums[k].high)};
  const Floats count = all(static_cast<float>(n));
  return {_mm512_div_ps(sums[0].low, count), _mm512_div_ps(sums[0].high, count)};
}

}  // namespace

void column_moments(const float* rows, int64_t n, float* mean, float* deviation) {
  const Row means = mean_of(rows, n, [](Row row) { return row; });
  const Row variances = mean_of(rows, n, [&](Row row) {
    const Floats low = _mm512_sub_ps(row.low, means.low), high = _mm512_sub_ps(row.high, means.high);
    return Row{_mm512_mul_ps(low, low), _mm512_mul_ps(high, high)};
  });
  _mm512_storeu_ps(mean, means.low);
  _mm512_storeu_ps(mean + 16, means.high);
  _mm512_storeu_ps(deviation, _mm512_sqrt_ps(variances.low));
  _mm512_storeu_ps(deviation + 16, _mm512_sqrt_ps(variances.high));
}

void standardise(const float* rows, int64_t n, const float* mean, const float* deviation, float* result) {
  const Row means = row_at(mean, 0), deviations = row_at(deviation, 0);
  const Row factors{_mm512_div_ps(all(1), deviations.low), _mm512_div_ps(all(1), deviations.high)};
  for (int64_t i = 0; i < n; ++i) {
    const Row row = row_at(rows, i);
    float* const to = result + i * kScoreColumns;
    _mm512_storeu_ps(to, _mm512_mul_ps(_mm512_sub_ps(row.low, means.low), factors.low));
    _mm512_storeu_ps(to + 16, _mm512_mul_ps(_mm512_sub_ps(row.high, means.high), factors.high));
  }
}

namespace {

[[gnu::always_inline]] inline Floats quarters(Floats a, Floats b) {
  return _mm512_add_ps(_mm512_shuffle_f32x4(a, b, 0x88), _mm512_shuffle_f32x4(a, b, 0xdd));
}

/// The sums of 16 vectors as one.
[[gnu::always_inline]] inline Floats sums_of(const Floats (&vectors)[16]) {
  Floats fours[4];
#pragma clang loop unroll(full)
  for (int k = 0; k < 4; ++k) {
    const Floats* of = vectors + 4 * k;
    const Floats first = _mm512_add_ps(_mm512_unpacklo_ps(of[0], of[1]), _mm512_unpackhi_ps(of[0], of[1])),
                 second = _mm512_add_ps(_mm512_unpacklo_ps(of[2], of[3]), _mm512_unpackhi_ps(of[2], of[3]));
    const __m512d a = _mm512_castps_pd(first), b = _mm512_castps_pd(second);
    fours[k] = _mm512_add_ps(_mm512_castpd_ps(_mm512_unpacklo_pd(a, b)), _mm512_castpd_ps(_mm512_unpackhi_pd(a, b)));
  }
  return quarters(quarters(fours[0], fours[1]), quarters(fours[2], fours[3]));
}

}  // namespace

float mean_score(const float* rows, int64_t n, const float* weights) {
  const Row factors = row_at(weights, 0);
  Floats sum = all(0);
  for (int64_t i = 0; i < n; i += 16) {  // n is a multiple of 16
    Floats products[16];
#pragma clang loop unroll(full)
    for (int64_t k = 0; k < 16; ++k) {
      const Row row = row_at(rows, i + k);
      products[k] = fma(row.low, factors.low, _mm512_mul_ps(row.high, factors.high));
    }
    const Floats power = exp(_mm512_sub_ps(all(0), sums_of(products)));
    sum = _mm512_add_ps(sum, divide(all(1), _mm512_add_ps(all(1), power)));
  }
  return _mm512_reduce_add_ps(sum) / static_cast<float>(n);
}

void kick(float* velocity, const float* place, int64_t n) {
  for (int64_t i = 0; i < n; i += 16) {  // n is a multiple of 16
    const Floats x = _mm512_loadu_ps(place + i), force = fma(_mm512_mul_ps(x, x), x, x);
    _mm512_storeu_ps(velocity + i, fnma(all(0.01f), force, _mm512_loadu_ps(velocity + i)));
  }
}

void drift(float* place, const float* velocity, int64_t n) {
  for (int64_t i = 0; i < n; i += 16) {
    _mm512_storeu_ps(place + i, fma(all(0.01f), _mm512_loadu_ps(velocity + i), _mm512_loadu_ps(place + i)));
  }
}

namespace {

/// 16 points, by coordinate.
struct Points {
  Floats x, y;
};
Points points_at(const float* points, int64_t i) {
  const __m512i even = _mm512_setr_epi32(0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30);
  const __m512i odd = _mm512_add_epi32(even, _mm512_set1_epi32(1));
  const Floats low = _mm512_loadu_ps(points + 2 * i), high = _mm512_loadu_ps(points + 2 * i + 16);
  return {_mm512_permutex2var_ps(low, even, high), _mm512_permutex2var_ps(low, odd, high)};
}

}  // namespace

void nearest_centres(const float* points, int64_t n, const float* centres, int32_t* labels) {
  for (int64_t i = 0; i < n; i += 16) {  // n is a multiple of 16
    const Points at = points_at(points, i);
    Floats least = all(INFINITY);
    __m512i nearest = _mm512_setzero_si512();
#pragma clang loop unroll(full)
    for (int k = 0; k < kClusters; ++k) {
      const Floats dx = _mm512_sub_ps(at.x, all(centres[2 * k])), dy = _mm512_sub_ps(at.y, all(centres[2 * k + 1]));
      const Floats distance = fma(dx, dx, _mm512_mul_ps(dy, dy));
      nearest = _mm512_mask_mov_epi32(nearest, _mm512_cmp_ps_mask(distance, least, _CMP_LT_OQ), _mm512_set1_epi32(k));
      least = _mm512_min_ps(distance, least);
    }
    _mm512_storeu_si512(labels + i, nearest);
  }
}

void move_centres(const float* points, int64_t n, const int32_t* labels, float* centres) {
  Floats x[kClusters], y[kClusters];
  int64_t members[kClusters] = {};
  for (int k = 0; k < kClusters; ++k) x[k] = y[k] = all(0);
  for (int64_t i = 0; i < n; i += 16) {
    const Points at = points_at(points, i);
    const __m512i label = _mm512_loadu_si512(labels + i);
#pragma clang loop unroll(full)
    for (int k = 0; k < kClusters; ++k) {
      const __mmask16 is_its = _mm512_cmpeq_epi32_mask(label, _mm512_set1_epi32(k));
      x[k] = _mm512_mask_add_ps(x[k], is_its, x[k], at.x), y[k] = _mm512_mask_add_ps(y[k], is_its, y[k], at.y);
      members[k] += __builtin_popcount(is_its);
    }
  }
  for (int k = 0; k < kClusters; ++k) {
    const float part = 0.25f / static_cast<float>(members[k] > 0 ? members[k] : 1);
    centres[2 * k] = 0.75f * centres[2 * k] + part * _mm512_reduce_add_ps(x[k]);
    centres[2 * k + 1] = 0.75f * centres[2 * k + 1] + part * _mm512_reduce_add_ps(y[k]);
  }
}

}  // namespace bench::floors
