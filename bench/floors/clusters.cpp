/// Floors of k-means: W11.
#include <immintrin.h>

#include <cmath>

#include "floors.h"
#include "vector_math.h"

namespace bench::floors {

namespace {

constexpr int kMostRounds = 300;

}  // namespace

int kmeans_plain(const float* points, int64_t n, float* centres, int32_t* labels) {
  for (int64_t i = 0; i < n; ++i) labels[i] = -1;
  for (int rounds = 1;; ++rounds) {
    int64_t changed = 0;
    float x[kClusters] = {}, y[kClusters] = {};
    int32_t members[kClusters] = {};
    for (int64_t i = 0; i < n; ++i) {
      int32_t nearest = 0;
      float least = INFINITY;
      for (int k = 0; k < kClusters; ++k) {
        const float dx = points[2 * i] - centres[2 * k], dy = points[2 * i + 1] - centres[2 * k + 1];
        const float distance = dx * dx + dy * dy;
        if (distance < least) least = distance, nearest = k;
      }
      changed += nearest != labels[i];
      labels[i] = nearest;
      x[nearest] += points[2 * i], y[nearest] += points[2 * i + 1], members[nearest] += 1;
    }
    if (changed == 0 || rounds == kMostRounds) return rounds;
    for (int k = 0; k < kClusters; ++k) {
      if (members[k] == 0) continue;
      centres[2 * k] = x[k] / static_cast<float>(members[k]),
                  centres[2 * k + 1] = y[k] / static_cast<float>(members[k]);
    }
  }
}

namespace {

/// The sums of the clusters in float64, which are exact for these inputs: only points that change sides move.
struct alignas(64) Sums {
  double x[kClusters] = {}, y[kClusters] = {};
  int64_t members[kClusters] = {};
};

/// 16 points at a time; gives how many change sides.
int64_t assign(const float* xs, const float* ys, int64_t n, const float* centres, int32_t* labels, Sums& sums) {
  Floats cx[kClusters], cy[kClusters];
  for (int k = 0; k < kClusters; ++k) cx[k] = all(centres[2 * k]), cy[k] = all(centres[2 * k + 1]);
  int64_t changed = 0;
  for (int64_t i = 0; i < n; i += 16) {
    const Floats x = _mm512_loadu_ps(xs + i), y = _mm512_loadu_ps(ys + i);
    Floats least = all(INFINITY);
    __m512i nearest = _mm512_setzero_si512();
#pragma clang loop unroll(full)
    for (int k = 0; k < kClusters; ++k) {
      const Floats dx = _mm512_sub_ps(x, cx[k]), dy = _mm512_sub_ps(y, cy[k]);
      const Floats distance = fma(dx, dx, _mm512_mul_ps(dy, dy));
      nearest = _mm512_mask_mov_epi32(nearest, _mm512_cmp_ps_mask(distance, least, _CMP_LT_OQ), _mm512_set1_epi32(k));
      least = _mm512_min_ps(distance, least);
    }
    unsigned moved = _mm512_mask_cmpneq_epi32_mask(lanes(i, n), nearest, _mm512_loadu_si512(labels + i));
    if (__builtin_expect(moved == 0, 1)) continue;
    alignas(64) int32_t now[16];
    _mm512_store_si512(now, nearest);
    for (; moved != 0; moved &= moved - 1) {
      const int lane = __builtin_ctz(moved);
      const int32_t from = labels[i + lane], to = now[lane];
      const double px = xs[i + lane], py = ys[i + lane];
      if (from >= 0) sums.x[from] -= px, sums.y[from] -= py, sums.members[from] -= 1;
      sums.x[to] += px, sums.y[to] += py, sums.members[to] += 1;
      labels[i + lane] = to;
      ++changed;
    }
  }
  return changed;
}

}  // namespace

int kmeans(const float* points, int64_t n, float* centres, int32_t* labels, float* coordinates) {
  const int64_t room = (n + 15) / 16 * 16;
  float *xs = coordinates, *ys = coordinates + room;
  for (int64_t i = 0; i < n; ++i) xs[i] = points[2 * i], ys[i] = points[2 * i + 1], labels[i] = -1;
  Sums sums;
  for (int rounds = 1;; ++rounds) {
    if (assign(xs, ys, n, centres, labels, sums) == 0 || rounds == kMostRounds) return rounds;
    for (int k = 0; k < kClusters; ++k) {
      if (sums.members[k] == 0) continue;
      const auto members = static_cast<double>(sums.members[k]);
      centres[2 * k] = static_cast<float>(sums.x[k] / members);
      centres[2 * k + 1] = static_cast<float>(sums.y[k] / members);
    }
  }
}

}  // namespace bench::floors
