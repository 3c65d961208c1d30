/// Floors of what learns: W13f, W14.
#include <immintrin.h>

#include <cmath>
#include <cstring>
#include <type_traits>

#include "floors.h"
#include "vector_math.h"

namespace bench::floors {

namespace {

/// A pair of numbers is one vector: the first in lanes 0 to 7, the second in the others.
[[gnu::always_inline]] inline Floats first_of(Floats pair) { return _mm512_shuffle_f32x4(pair, pair, 0x00); }
[[gnu::always_inline]] inline Floats second_of(Floats pair) { return _mm512_shuffle_f32x4(pair, pair, 0xff); }
[[gnu::always_inline]] inline Floats sums_of(Floats a, Floats b) {
  Floats sum = _mm512_add_ps(_mm512_shuffle_f32x4(a, b, 0x44), _mm512_shuffle_f32x4(a, b, 0xee));
  sum = _mm512_add_ps(sum, _mm512_shuffle_f32x4(sum, sum, 0xb1));
  sum = _mm512_add_ps(sum, _mm512_permute_ps(sum, 0x4e));
  return _mm512_add_ps(sum, _mm512_permute_ps(sum, 0xb1));
}

/// The hidden layer in four vectors, padded with zeros.
struct Padded {
  alignas(64) float w1[2][64] = {}, b1[64] = {}, w2[2][64] = {}, b2[16] = {};
};

[[gnu::always_inline]] inline Floats slope(const Padded& of, Floats y) {
  const Floats y0 = first_of(y), y1 = second_of(y);
  Floats sums[2][2];
#pragma clang loop unroll(full)
  for (int q = 0; q < 4; ++q) {
    const Floats hidden = tanh(fma(y1, _mm512_load_ps(of.w1[1] + 16 * q),
                                   fma(y0, _mm512_load_ps(of.w1[0] + 16 * q), _mm512_load_ps(of.b1 + 16 * q))));
    for (int c = 0; c < 2; ++c) {
      const Floats weights = _mm512_load_ps(of.w2[c] + 16 * q);
      sums[c][q / 2] = q % 2 == 0 ? _mm512_mul_ps(hidden, weights) : fma(hidden, weights, sums[c][q / 2]);
    }
  }
  return _mm512_add_ps(sums_of(_mm512_add_ps(sums[0][0], sums[0][1]), _mm512_add_ps(sums[1][0], sums[1][1])),
                       _mm512_load_ps(of.b2));
}

}  // namespace

float neural_ode(const Network& network, int steps) {
  Padded of;
  for (int j = 0; j < kHidden; ++j) {
    of.b1[j] = network.b1[j];
    for (int c = 0; c < 2; ++c) of.w1[c][j] = network.w1[c * kHidden + j], of.w2[c][j] = network.w2[2 * j + c];
  }
  for (int lane = 0; lane < 16; ++lane) of.b2[lane] = network.b2[lane / 8];
  constexpr float kStep = 0.05f;
  const Floats whole = all(kStep), half = all(kStep / 2), sixth = all(kStep / 6), third = all(kStep / 3);
  Floats y = _mm512_mask_mov_ps(all(0), 0x00ff, all(1));
  for (int step = 0; step < steps; ++step) {
    Floats k = slope(of, y), next = fma(sixth, k, y);
    k = slope(of, fma(half, k, y)), next = fma(third, k, next);
    k = slope(of, fma(half, k, y)), next = fma(third, k, next);
    k = slope(of, fma(whole, k, y)), y = fma(sixth, k, next);
  }
  alignas(64) float of_y[16];
  _mm512_store_ps(of_y, y);
  return of_y[0] * of_y[0] + of_y[8] * of_y[8];
}

namespace {

constexpr int kInputs = 784, kClasses = 10, kBatch = 200, kRows = 10000;

/// Lane c is the sum of a[c].
[[gnu::always_inline]] inline Floats sums_of_ten(const Floats* a) {
  const auto add = [](Floats x, Floats y) { return _mm512_add_ps(x, y); };
  const auto pairs = [&](Floats x, Floats y) { return add(_mm512_unpacklo_ps(x, y), _mm512_unpackhi_ps(x, y)); };
  const auto fours = [&](Floats x, Floats y) {
    const __m512d p = _mm512_castps_pd(x), q = _mm512_castps_pd(y);
    return add(_mm512_castpd_ps(_mm512_unpacklo_pd(p, q)), _mm512_castpd_ps(_mm512_unpackhi_pd(p, q)));
  };
  const auto eights = [&](Floats x, Floats y) {
    return add(_mm512_shuffle_f32x4(x, y, 0x88), _mm512_shuffle_f32x4(x, y, 0xdd));
  };
  const Floats q0 = fours(pairs(a[0], a[1]), pairs(a[2], a[3])), q1 = fours(pairs(a[4], a[5]), pairs(a[6], a[7])),
               q2 = fours(pairs(a[8], a[9]), all(0));
  return eights(eights(q0, q1), eights(q2, all(0)));
}

/// The slopes of a row's loss, times the rate; what its loss is made of.
[[gnu::always_inline]] inline void softmax_slopes(TrainingRoom& room, Floats logits, int row, int label) {
  constexpr float kScale = 0.1f / kBatch;
  logits = _mm512_add_ps(logits, _mm512_load_ps(room.bias));
  alignas(64) float each[16];
  _mm512_store_ps(each, logits);
  Floats most = _mm512_mask_mov_ps(all(-INFINITY), 0x3ff, logits);
  most = _mm512_max_ps(most, _mm512_shuffle_f32x4(most, most, 0x4e));
  most = _mm512_max_ps(most, _mm512_shuffle_f32x4(most, most, 0xb1));
  most = _mm512_max_ps(most, _mm512_permute_ps(most, 0x4e));
  most = _mm512_max_ps(most, _mm512_permute_ps(most, 0xb1));
  const Floats powers = _mm512_maskz_mov_ps(0x3ff, exp(_mm512_sub_ps(logits, most)));
  Floats sum = _mm512_add_ps(powers, _mm512_shuffle_f32x4(powers, powers, 0x4e));
  sum = _mm512_add_ps(sum, _mm512_shuffle_f32x4(sum, sum, 0xb1));
  sum = _mm512_add_ps(sum, _mm512_permute_ps(sum, 0x4e));
  sum = _mm512_add_ps(sum, _mm512_permute_ps(sum, 0xb1));
  room.sums[row] = _mm512_cvtss_f32(sum);
  room.named[row] = each[label] - _mm512_cvtss_f32(most);
  Floats slopes = divide(_mm512_mul_ps(powers, all(kScale)), sum);
  slopes = _mm512_mask_sub_ps(slopes, static_cast<__mmask16>(1u << label), slopes, all(kScale));
  _mm512_store_ps(room.slopes + 16 * row, slopes);
}

/// Columns of the weights, less their slopes.
template <int vectors>
[[gnu::always_inline]] inline void descend(TrainingRoom& room, const float* x, const float* next, int column) {
  Floats sums[kClasses][vectors];
  for (auto& row : sums) {
    for (Floats& sum : row) sum = all(0);
  }
  for (int i = 0; i < kBatch; ++i) {
    Floats inputs[vectors];
    for (int v = 0; v < vectors; ++v) {
      _mm_prefetch(reinterpret_cast<const char*>(next + i * kInputs + column + 16 * v), _MM_HINT_T1);
      inputs[v] = _mm512_loadu_ps(x + i * kInputs + column + 16 * v);
    }
#pragma clang loop unroll(full)
    for (int c = 0; c < kClasses; ++c) {
      const Floats slope = all(room.slopes[16 * i + c]);
      for (int v = 0; v < vectors; ++v) sums[c][v] = fma(inputs[v], slope, sums[c][v]);
    }
  }
#pragma clang loop unroll(full)
  for (int c = 0; c < kClasses; ++c) {
    for (int v = 0; v < vectors; ++v) {
      float* weights = room.weights + c * kInputs + column + 16 * v;
      _mm512_store_ps(weights, _mm512_sub_ps(_mm512_load_ps(weights), sums[c][v]));
    }
  }
}

/// One batch; gives its loss.
[[gnu::always_inline]] inline double train_batch(TrainingRoom& room, const float* x, const int32_t* labels,
                                                 const float* next) {
  for (int i = 0; i < kBatch; i += 2) {
    Floats sums[2][kClasses];
    for (int c = 0; c < kClasses; ++c) sums[0][c] = sums[1][c] = all(0);
    const float *one = x + i * kInputs, *other = one + kInputs;
    for (int k = 0; k < kInputs; k += 16) {
      const Floats a = _mm512_loadu_ps(one + k), b = _mm512_loadu_ps(other + k);
#pragma clang loop unroll(full)
      for (int c = 0; c < kClasses; ++c) {
        const Floats weights = _mm512_load_ps(room.weights + c * kInputs + k);
        sums[0][c] = fma(a, weights, sums[0][c]);
        sums[1][c] = fma(b, weights, sums[1][c]);
      }
    }
    softmax_slopes(room, sums_of_ten(sums[0]), i, labels[i]);
    softmax_slopes(room, sums_of_ten(sums[1]), i + 1, labels[i + 1]);
  }
  Floats bias = _mm512_load_ps(room.bias);
  for (int i = 0; i < kBatch; ++i) bias = _mm512_sub_ps(bias, _mm512_load_ps(room.slopes + 16 * i));
  _mm512_store_ps(room.bias, bias);
  double loss = 0;
  for (int i = 0; i < kBatch; i += 16) {
    const __mmask16 mask = lanes(i, kBatch);
    const Floats sum = _mm512_mask_loadu_ps(all(1), mask, room.sums + i),
                 named = _mm512_maskz_loadu_ps(mask, room.named + i);
    loss += static_cast<double>(_mm512_reduce_add_ps(_mm512_sub_ps(log(sum), named)));
  }
  int column = 0;
  for (; column + 32 <= kInputs; column += 32) descend<2>(room, x, next, column);
  for (; column < kInputs; column += 16) descend<1>(room, x, next, column);
  return loss / kBatch;
}

}  // namespace

float train_linear(const float* x, const int32_t* labels, int steps, TrainingRoom& room) {
  std::memset(room.weights, 0, sizeof(room.weights));
  std::memset(room.bias, 0, sizeof(room.bias));
  double loss = 0;
  for (int step = 0; step < steps; ++step) {
    const int64_t at = kBatch * step % kRows, next = kBatch * (step + 1) % kRows;
    loss = train_batch(room, x + at * kInputs, labels + at, x + next * kInputs);
  }
  return static_cast<float>(loss);
}

}  // namespace bench::floors
