/// Floors of searches and of a recursion: W15a, W15c, W15d.
#include <immintrin.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>

#include "floors.h"
#include "vector_math.h"

namespace bench::floors {

namespace {

using Doubles = __m512d;

constexpr int kDimensions = 100, kPadded = 104, kHistory = 10;

/// Vectors of 100 numbers in 13 registers: those behind are kept at zero, and one zero stands in front.
[[gnu::always_inline]] inline Doubles all_doubles(double x) { return _mm512_set1_pd(x); }

double dot(const double* a, const double* b) {
  Doubles sums[4] = {all_doubles(0), all_doubles(0), all_doubles(0), all_doubles(0)};
#pragma clang loop unroll(full)
  for (int k = 0; k < 13; ++k)
    sums[k & 3] = _mm512_fmadd_pd(_mm512_loadu_pd(a + 8 * k), _mm512_loadu_pd(b + 8 * k), sums[k & 3]);
  return _mm512_reduce_add_pd(_mm512_add_pd(_mm512_add_pd(sums[0], sums[1]), _mm512_add_pd(sums[2], sums[3])));
}

/// out = x + factor · y
void add_scaled(const double* x, double factor, const double* y, double* out) {
#pragma clang loop unroll(full)
  for (int k = 0; k < kPadded; k += 8)
    _mm512_storeu_pd(out + k, _mm512_fmadd_pd(all_doubles(factor), _mm512_loadu_pd(y + k), _mm512_loadu_pd(x + k)));
}

void scale(double factor, const double* x, double* out) {
#pragma clang loop unroll(full)
  for (int k = 0; k < kPadded; k += 8)
    _mm512_storeu_pd(out + k, _mm512_mul_pd(all_doubles(factor), _mm512_loadu_pd(x + k)));
}

constexpr __mmask8 lanes_below(int k, int n) {
  return k + 8 <= n ? 0xff : k < n ? static_cast<__mmask8>((1u << (n - k)) - 1) : 0;
}

double rosenbrock(const double* x) {
  Doubles squares = all_doubles(0), others = all_doubles(0);
#pragma clang loop unroll(full)
  for (int k = 0; k < kPadded; k += 8) {
    const __mmask8 mask = lanes_below(k, kDimensions - 1);
    const Doubles v = _mm512_loadu_pd(x + k),
                  t = _mm512_maskz_sub_pd(mask, _mm512_loadu_pd(x + k + 1), _mm512_mul_pd(v, v)),
                  rest = _mm512_maskz_sub_pd(mask, all_doubles(1), v);
    squares = _mm512_fmadd_pd(t, t, squares);
    others = _mm512_fmadd_pd(rest, rest, others);
  }
  return _mm512_reduce_add_pd(_mm512_fmadd_pd(squares, all_doubles(100), others));
}

void rosenbrock_gradient(const double* x, double* gradient) {
#pragma clang loop unroll(full)
  for (int k = 0; k < kPadded; k += 8) {
    const __mmask8 low = lanes_below(k, kDimensions - 1),
                   high = static_cast<__mmask8>(lanes_below(k, kDimensions) & (k == 0 ? 0xfe : 0xff));
    const Doubles v = _mm512_loadu_pd(x + k), before = _mm512_loadu_pd(x + k - 1),
                  t = _mm512_maskz_sub_pd(low, _mm512_loadu_pd(x + k + 1), _mm512_mul_pd(v, v));
    Doubles sum = _mm512_maskz_mul_pd(high, all_doubles(200), _mm512_fnmadd_pd(before, before, v));
    sum = _mm512_fmadd_pd(_mm512_mul_pd(all_doubles(-400), v), t, sum);
    sum = _mm512_fmadd_pd(all_doubles(2), _mm512_maskz_sub_pd(low, v, all_doubles(1)), sum);
    _mm512_storeu_pd(gradient + k, sum);
  }
}

struct SearchRoom {
  alignas(64) double rows[5 + 2 * kHistory][kPadded + 16] = {};
  double inverse[kHistory], share[kHistory];
  double* row(int k) { return rows[k] + 8; }
  double* step(int k) { return row(5 + 2 * k); }
  double* change(int k) { return row(6 + 2 * k); }
};

}  // namespace

double minimum_by_lbfgs(int iterations) {
  SearchRoom room;
  double *x = room.row(0), *gradient = room.row(1), *direction = room.row(2), *tried = room.row(3),
         *further = room.row(4);
  for (int k = 0; k < kDimensions; ++k) x[k] = k % 2 == 0 ? -1.2 : 1;
  double value = rosenbrock(x);
  rosenbrock_gradient(x, gradient);
  int have = 0, next = 0;
  const auto before = [&](int j) { return (next - 1 - j + 2 * kHistory) % kHistory; };
  for (int iteration = 0; iteration < iterations; ++iteration) {
    scale(-1, gradient, direction);
    for (int j = 0; j < have; ++j) {
      const int k = before(j);
      room.share[k] = room.inverse[k] * dot(room.step(k), direction);
      add_scaled(direction, -room.share[k], room.change(k), direction);
    }
    if (have > 0) {
      const double* change = room.change(before(0));
      scale(1 / (room.inverse[before(0)] * dot(change, change)), direction, direction);
    }
    for (int j = have; j-- > 0;) {
      const int k = before(j);
      add_scaled(direction, room.share[k] - room.inverse[k] * dot(room.change(k), direction), room.step(k), direction);
    }
    const double along = dot(gradient, direction);
    double length = 1, found;
    for (;; length *= 0.5) {
      add_scaled(x, length, direction, tried);
      found = rosenbrock(tried);
      if (found <= value + 1e-4 * length * along || length < 1e-20) break;
    }
    rosenbrock_gradient(tried, further);
    add_scaled(tried, -1, x, room.step(next));
    add_scaled(further, -1, gradient, room.change(next));
    const double both = dot(room.step(next), room.change(next));
    if (both > 1e-10) {
      room.inverse[next] = 1 / both;
      next = (next + 1) % kHistory;
      have = std::min(have + 1, kHistory);
    }
    std::swap(x, tried);
    std::swap(gradient, further);
    value = found;
  }
  return value;
}

namespace {

constexpr int kBeams = 5, kWords = 1000, kUnits = 64, kPaddedWords = 1008, kPanels = 16;

struct Candidate {
  float score = -INFINITY;
  int place = -1;
};

/// Candidates come in the order of their places.
void offer(Candidate* best, float score, int place) {
  if (!(score > best[kBeams - 1].score)) return;
  int at = kBeams - 1;
  for (; at > 0 && score > best[at - 1].score; --at) best[at] = best[at - 1];
  best[at] = {score, place};
}

/// The logits of `count` beams, and the greatest of each.
template <int count>
[[gnu::always_inline]] inline void logits_of(const float* packed, BeamRoom& room, const int* beams, float* most) {
  Floats greatest[count];
  for (Floats& one : greatest) one = all(-INFINITY);
  for (int panel = 0; panel < kPanels; ++panel) {
    Floats sums[count][4];
    for (auto& row : sums) {
      for (Floats& sum : row) sum = all(0);
    }
    const float* weights = packed + panel * kUnits * 64;
    for (int k = 0; k < kUnits; ++k, weights += 64) {
      const Floats columns[4] = {_mm512_loadu_ps(weights), _mm512_loadu_ps(weights + 16), _mm512_loadu_ps(weights + 32),
                                 _mm512_loadu_ps(weights + 48)};
#pragma clang loop unroll(full)
      for (int b = 0; b < count; ++b) {
        const Floats x = all(room.activity[beams[b] * kUnits + k]);
        for (int v = 0; v < 4; ++v) sums[b][v] = fma(x, columns[v], sums[b][v]);
      }
    }
#pragma clang loop unroll(full)
    for (int b = 0; b < count; ++b) {
#pragma clang loop unroll(full)
      for (int v = 0; v < 4; ++v) {
        const int at = panel * 64 + 16 * v;
        const __mmask16 mask = at < kWords ? lanes(at, kWords) : 0;
        const Floats value = _mm512_mask_mov_ps(all(-INFINITY), mask, sums[b][v]);
        greatest[b] = _mm512_max_ps(greatest[b], value);
        _mm512_storeu_ps(room.logits + beams[b] * 1024 + at, value);
      }
    }
  }
  for (int b = 0; b < count; ++b) most[b] = _mm512_reduce_max_ps(greatest[b]);
}

/// What a beam offers: its score and the logarithm of the probability of each word.
void offer_words(Candidate* best, const float* logits, float most, float score, int beam) {
  Floats sums[4] = {all(0), all(0), all(0), all(0)};
  for (int k = 0; k < kPaddedWords; k += 16)
    sums[k / 16 & 3] = _mm512_add_ps(sums[k / 16 & 3], exp(_mm512_sub_ps(_mm512_loadu_ps(logits + k), all(most))));
  const Floats sum = _mm512_add_ps(_mm512_add_ps(sums[0], sums[1]), _mm512_add_ps(sums[2], sums[3]));
  const float whole = most + std::log(_mm512_reduce_add_ps(sum));
  for (int k = 0; k < kPaddedWords; k += 16) {
    const Floats scores = _mm512_add_ps(all(score), _mm512_sub_ps(_mm512_loadu_ps(logits + k), all(whole)));
    unsigned found = _mm512_cmp_ps_mask(scores, all(best[kBeams - 1].score), _CMP_GT_OQ);
    if (found == 0) [[likely]]
      continue;
    alignas(64) float each[16];
    _mm512_store_ps(each, scores);
    for (; found != 0; found &= found - 1) {
      const int lane = __builtin_ctz(found);
      offer(best, each[lane], beam * kWords + k + lane);
    }
  }
}

/// The state behind a word.
void advance(const BeamModel& model, const float* before, int word, float* after) {
  Floats sums[4], others[4];
  for (int v = 0; v < 4; ++v) sums[v] = _mm512_loadu_ps(model.embedding + word * kUnits + 16 * v), others[v] = all(0);
  for (int k = 0; k < kUnits; k += 2) {
    const Floats x = all(before[k]), y = all(before[k + 1]);
    for (int v = 0; v < 4; ++v) {
      sums[v] = fma(x, _mm512_loadu_ps(model.recurrent + k * kUnits + 16 * v), sums[v]);
      others[v] = fma(y, _mm512_loadu_ps(model.recurrent + (k + 1) * kUnits + 16 * v), others[v]);
    }
  }
  for (int v = 0; v < 4; ++v) _mm512_storeu_ps(after + 16 * v, tanh(_mm512_add_ps(sums[v], others[v])));
}

void tanh_of(const float* x, float* y) {
  for (int v = 0; v < kUnits; v += 16) _mm512_storeu_ps(y + v, tanh(_mm512_loadu_ps(x + v)));
}

}  // namespace

void pack_beam_weights(const float* out, float* packed) {
  for (int panel = 0; panel < kPanels; ++panel) {
    for (int k = 0; k < kUnits; ++k) {
      for (int j = 0; j < 64; ++j) {
        const int word = panel * 64 + j;
        packed[(panel * kUnits + k) * 64 + j] = word < kWords ? out[k * kWords + word] : 0;
      }
    }
  }
}

float beam_search(const BeamModel& model, int most, BeamRoom& room, int64_t* length) {
  float *state = room.state, *next = room.next, score[kBeams];
  int64_t lengths[kBeams] = {};
  unsigned ended = 0;
  for (int b = 0; b < kBeams; ++b) {
    score[b] = b == 0 ? 0 : -INFINITY;
    tanh_of(model.embedding + kUnits, state + b * kUnits);
  }
  for (int time = 0; time < most && ended != 31; ++time) {
    int live[kBeams], count = 0;
    for (int b = 0; b < kBeams; ++b) {
      if ((ended >> b & 1) != 0 || score[b] == -INFINITY) continue;
      live[count++] = b;
      tanh_of(state + b * kUnits, room.activity + b * kUnits);
    }
    float greatest[kBeams];
    if (count == 5) logits_of<5>(model.packed, room, live, greatest);
    if (count == 4) logits_of<4>(model.packed, room, live, greatest);
    if (count == 3) logits_of<3>(model.packed, room, live, greatest);
    if (count == 2) logits_of<2>(model.packed, room, live, greatest);
    if (count == 1) logits_of<1>(model.packed, room, live, greatest);
    Candidate best[kBeams];
    for (int b = 0, i = 0; b < kBeams; ++b) {
      if ((ended >> b & 1) != 0) offer(best, score[b], b * kWords);
      if (i == count || live[i] != b) continue;
      offer_words(best, room.logits + b * 1024, greatest[i++], score[b], b);
    }
    int64_t longer[kBeams];
    unsigned done = 0;
    for (int b = 0; b < kBeams; ++b) {
      const int parent = best[b].place / kWords, word = best[b].place % kWords;
      score[b] = best[b].score;
      const bool has_ended = (ended >> parent & 1) != 0;
      longer[b] = lengths[parent] + (has_ended ? 0 : 1);
      done |= static_cast<unsigned>(has_ended || word == 0) << b;
      if (has_ended)
        std::memcpy(next + b * kUnits, state + parent * kUnits, kUnits * sizeof(float));
      else
        advance(model, state + parent * kUnits, word, next + b * kUnits);
    }
    std::memcpy(lengths, longer, sizeof(lengths));
    std::swap(state, next);
    ended = done;
  }
  *length = lengths[0];
  return score[0];
}

namespace {

Floats value_of(const Tree& tree, int64_t node);

/// The recursion inlined into itself, so that chains of tanh overlap.
template <int depth>
[[gnu::always_inline]] inline Floats value_inlined(const Tree& tree, int64_t node) {
  if (node < 0) return _mm512_loadu_ps(tree.leaves + 16 * (-node - 1));
  if constexpr (depth == 0) {
    return value_of(tree, node);
  } else {
    const Floats left = value_inlined<depth - 1>(tree, tree.left[node]),
                 right = value_inlined<depth - 1>(tree, tree.right[node]);
    return tanh(_mm512_add_ps(left, right));
  }
}

[[gnu::noinline]] Floats value_of(const Tree& tree, int64_t node) { return value_inlined<3>(tree, node); }

}  // namespace

void tree_value(const Tree& tree, float* value) { _mm512_storeu_ps(value, value_of(tree, 0)); }

}  // namespace bench::floors
