/// Floors of small matrices in a loop: W1, W3, W12.
#include <immintrin.h>

#include <cstring>
#include <utility>

#include "floors.h"
#include "vector_math.h"

namespace bench::floors {

void power_rows(const int32_t* x, int32_t times, int32_t* r) {
  constexpr int kSize = 10;
  __m512i rows[kSize];
  for (int i = 0; i < kSize; ++i) rows[i] = _mm512_maskz_set1_epi32(static_cast<__mmask16>(1u << i), 1);
  for (int n = 0; n < times; ++n) {
    __m512i next[kSize];
#pragma clang loop unroll(full)
    for (int i = 0; i < kSize; ++i) {
      const auto term = [&](int k) { return _mm512_mullo_epi32(_mm512_set1_epi32(x[kSize * i + k]), rows[k]); };
      __m512i a = term(0), b = term(1);
#pragma clang loop unroll(full)
      for (int k = 2; k < kSize; k += 2) {
        a = _mm512_add_epi32(a, term(k));
        b = _mm512_add_epi32(b, term(k + 1));
      }
      next[i] = _mm512_add_epi32(a, b);
    }
    for (int i = 0; i < kSize; ++i) rows[i] = next[i];
  }
  for (int i = 0; i < kSize; ++i) _mm512_mask_storeu_epi32(r + kSize * i, 0x3ff, rows[i]);
}

namespace {

constexpr int kInputs = kRnnFeatures + kRnnUnits, kPanel = 32, kTile = 8;

/// The products of kTile rows and a panel of the weights; bias, tanh and the mask at the end of the tile.
[[gnu::always_inline]] inline void tile(const float* const* features, const float* const* state, const float* weights,
                                        const float* bias, int time, int first_row, const int32_t* lengths, int column,
                                        float* outputs, float* next) {
  Floats sums[kTile][2];
  for (auto& row : sums) row[0] = _mm512_loadu_ps(bias), row[1] = _mm512_loadu_ps(bias + 16);
  const auto part = [&](const float* const* source, int n) __attribute__((always_inline)) {
    const float* from[kTile];
    for (int i = 0; i < kTile; ++i) from[i] = source[i];
    for (int k = 0; k < n; ++k, weights += kPanel) {
      const Floats low = _mm512_loadu_ps(weights), high = _mm512_loadu_ps(weights + 16);
#pragma clang loop unroll(full)
      for (int i = 0; i < kTile; ++i) {
        const Floats x = all(from[i][k]);
        sums[i][0] = fma(x, low, sums[i][0]);
        sums[i][1] = fma(x, high, sums[i][1]);
      }
    }
  };
  part(features, kRnnFeatures);
  part(state, kRnnUnits);
  // Unrolled, or the sums are kept in memory, which takes 2.5 times as long.
#pragma clang loop unroll(full)
  for (int i = 0; i < kTile; ++i) {
#pragma clang loop unroll(full)
    for (int j = 0; j < 2; ++j) {
      const Floats value = tanh(sums[i][j]);
      const int row = first_row + i, at = column + 16 * j;
      const bool live = time < lengths[row];
      _mm512_storeu_ps(outputs + (row * kRnnSteps + time) * kRnnUnits + at, live ? value : all(0));
      _mm512_storeu_ps(next + row * kRnnUnits + at, live ? value : _mm512_loadu_ps(state[i] + at));
    }
  }
}

}  // namespace

void pack_rnn_weights(const float* weights, float* packed) {
  for (int panel = 0; panel < kRnnUnits / kPanel; ++panel) {
    for (int k = 0; k < kInputs; ++k) {
      std::memcpy(packed + (panel * kInputs + k) * kPanel, weights + k * kRnnUnits + panel * kPanel,
                  kPanel * sizeof(float));
    }
  }
}

void rnn(const float* x, const float* packed, const float* bias, const int32_t* lengths, float* outputs, float* state,
         float* scratch) {
  std::memset(state, 0, sizeof(float) * kRnnBatch * kRnnUnits);
  float *now = state, *next = scratch;
  for (int time = 0; time < kRnnSteps; ++time) {
    for (int panel = 0; panel < kRnnUnits / kPanel; ++panel) {
      for (int first = 0; first < kRnnBatch; first += kTile) {
        const float *features[kTile], *before[kTile];
        for (int q = 0; q < kTile; ++q) {
          features[q] = x + ((first + q) * kRnnSteps + time) * kRnnFeatures;
          before[q] = now + (first + q) * kRnnUnits;
        }
        tile(features, before, packed + panel * kInputs * kPanel, bias + panel * kPanel, time, first, lengths,
             panel * kPanel, outputs, next);
      }
    }
    std::swap(now, next);
  }
  static_assert(kRnnSteps % 2 == 0, "the last state is in `state`");
}

namespace {

using Doubles = __m256d;

template <int Lane>
[[gnu::always_inline]] inline Doubles lane(Doubles a) {
  return _mm256_permute4x64_pd(a, Lane * 0x55);
}
/// The row `a` times the matrix whose rows are given, in two chains.
[[gnu::always_inline]] inline Doubles times(Doubles a, const Doubles* rows, Doubles start) {
  return _mm256_add_pd(_mm256_fmadd_pd(lane<1>(a), rows[1], _mm256_fmadd_pd(lane<0>(a), rows[0], start)),
                       _mm256_fmadd_pd(lane<3>(a), rows[3], _mm256_mul_pd(lane<2>(a), rows[2])));
}

}  // namespace

/// Rows of four doubles in registers; P is symmetric, so P Hᵀ is (H P)ᵀ.
void kalman(const KalmanModel& model, const double* measurements, int64_t steps, double* states, double* covariance) {
  Doubles P[4], Q[4], F[4], Ft[4], H[2], Ht[4], x = _mm256_setzero_pd();
  const Doubles zero = _mm256_setzero_pd();
  for (int i = 0; i < 4; ++i) {
    F[i] = _mm256_loadu_pd(model.F[i]);
    Q[i] = _mm256_loadu_pd(model.Q[i]);
    Ft[i] = _mm256_setr_pd(model.F[0][i], model.F[1][i], model.F[2][i], model.F[3][i]);
    Ht[i] = _mm256_setr_pd(model.H[0][i], model.H[1][i], 0, 0);
    P[i] = _mm256_setr_pd(i == 0, i == 1, i == 2, i == 3);
  }
  for (int i = 0; i < 2; ++i) H[i] = _mm256_loadu_pd(model.H[i]);
  const Doubles R0 = _mm256_setr_pd(model.R[0][0], model.R[0][1], 0, 0),
                R1 = _mm256_setr_pd(model.R[1][0], model.R[1][1], 0, 0);
  for (int64_t t = 0; t < steps; ++t) {
    const Doubles predicted = times(x, Ft, zero);
    Doubles FP[4], Pp[4], HP[2];
#pragma clang loop unroll(full)
    for (int i = 0; i < 4; ++i) FP[i] = times(F[i], P, zero);
#pragma clang loop unroll(full)
    for (int i = 0; i < 4; ++i) Pp[i] = times(FP[i], Ft, Q[i]);
#pragma clang loop unroll(full)
    for (int i = 0; i < 2; ++i) HP[i] = times(H[i], Pp, zero);
    const Doubles s0 = times(HP[0], Ht, R0), s1 = times(HP[1], Ht, R1);
    const double s00 = s0[0], s01 = s0[1], s10 = s1[0], s11 = s1[1];
    const Doubles innovation =
        _mm256_sub_pd(_mm256_setr_pd(measurements[2 * t], measurements[2 * t + 1], 0, 0), times(predicted, Ht, zero));
    const Doubles scale = _mm256_set1_pd(1 / (s00 * s11 - s01 * s10));
    const auto gain = [&](Doubles a, double by, Doubles b, double less) {
      return _mm256_mul_pd(scale, _mm256_fmsub_pd(a, _mm256_set1_pd(by), _mm256_mul_pd(b, _mm256_set1_pd(less))));
    };
    const Doubles k0 = gain(HP[0], s11, HP[1], s10), k1 = gain(HP[1], s00, HP[0], s01);
    x = _mm256_fmadd_pd(k1, lane<1>(innovation), _mm256_fmadd_pd(k0, lane<0>(innovation), predicted));
    _mm256_storeu_pd(states + 4 * t, x);
    const auto update = [&](int i, Doubles by0, Doubles by1) {
      P[i] = _mm256_fnmadd_pd(by1, HP[1], _mm256_fnmadd_pd(by0, HP[0], Pp[i]));
    };
    update(0, lane<0>(k0), lane<0>(k1));
    update(1, lane<1>(k0), lane<1>(k1));
    update(2, lane<2>(k0), lane<2>(k1));
    update(3, lane<3>(k0), lane<3>(k1));
  }
  for (int i = 0; i < 4; ++i) _mm256_storeu_pd(covariance + 4 * i, P[i]);
}

}  // namespace bench::floors
