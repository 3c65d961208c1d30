/// Floors whose loops are decided by single numbers: W4, W5a, W5b, W10a, W17.
#include <immintrin.h>

#include <algorithm>
#include <cmath>

#include "floors.h"

namespace bench::floors {

int converge(float* x_of_three) {
  const auto all = [](float x) { return _mm_set1_ps(x); };
  int steps = 0;
  __m128 x = _mm_maskz_loadu_ps(7, x_of_three);
  // The function of vector_math.h, put so that it takes the shortest time from one x to the next.
  while (_mm_cmp_ps_mask(x, all(0.05f), _CMP_GT_OQ)) {
    x = _mm_range_ps(x, all(9.02f), 0x02);
    const __m128 y = _mm_mul_ps(x, x), y2 = _mm_mul_ps(y, y), xy2 = _mm_mul_ps(x, y2);
    const __m128 p0 = _mm_fmadd_ps(y, all(1.33826861e-01f), all(1)),
                 p1 = _mm_fmadd_ps(y, all(2.06358020e-05f), all(3.49745635e-03f));
    const __m128 q0 = _mm_fmadd_ps(y, all(4.67160074e-01f), all(1)),
                 q1 = _mm_fmadd_ps(y, all(3.28851524e-04f), all(2.58843558e-02f));
    const __m128 q2 = _mm_fmadd_ps(y2, all(7.79023813e-07f), q1), p2 = _mm_fmadd_ps(y2, all(1.33842654e-08f), p1);
    x = _mm_div_ps(_mm_fmadd_ps(p2, xy2, _mm_mul_ps(x, p0)), _mm_fmadd_ps(q2, y2, q0));
    ++steps;
  }
  _mm_mask_storeu_ps(x_of_three, 7, x);
  return steps;
}

int64_t collatz_select(int64_t n) {
  int64_t steps = 0;
  while (n != 1) {
    const int64_t half = n >> 1;
    int64_t next = 3 * n + 1;
    asm("test $1, %b[n]\n\tcmovz %[half], %[next]" : [next] "+r"(next) : [half] "r"(half), [n] "q"(n) : "cc");
    n = next;
    ++steps;
  }
  return steps;
}

FizzBuzz fizzbuzz_plain(int64_t n) {
  FizzBuzz result;
  for (int64_t i = 1; i <= n; ++i) {
    if (i % 15 == 0)
      result.both += 1;
    else if (i % 3 == 0)
      result.threes += 1;
    else if (i % 5 == 0)
      result.fives += 1;
    else
      result.sum_of_others += i;
  }
  return result;
}

/// The branches as masks: i < 2^31 is divisible by d where i * inverse(d) <= (2^32 - 1) / d. The sum is kept as offsets
/// of 32 bits from the start of a block of 4096 vectors. No use of the period 15, which would give a closed form.
FizzBuzz fizzbuzz_vectors(int64_t n) {
  const __m512i first = _mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15);
  const __m512i inverse3 = _mm512_set1_epi32(static_cast<int>(0xAAAAAAABu)),
                inverse5 = _mm512_set1_epi32(static_cast<int>(0xCCCCCCCDu));
  const __m512i limit3 = _mm512_set1_epi32(0x55555555), limit5 = _mm512_set1_epi32(0x33333333),
                step = _mm512_set1_epi32(16), one = _mm512_set1_epi32(1);
  const __m512i step3 = _mm512_mullo_epi32(step, inverse3), step5 = _mm512_mullo_epi32(step, inverse5);
  constexpr int64_t kBlock = 65536;
  FizzBuzz result;
  for (int64_t base = 1; base <= n; base += kBlock) {
    const int64_t left = std::min<int64_t>(n - base + 1, kBlock);
    __m512i offset = first, i = _mm512_add_epi32(first, _mm512_set1_epi32(static_cast<int>(base)));
    __m512i product3 = _mm512_mullo_epi32(i, inverse3), product5 = _mm512_mullo_epi32(i, inverse5);
    __m512i threes = _mm512_setzero_si512(), fives = threes, both = threes, others = threes;
    const auto body = [&](__mmask16 live) {
      const __mmask16 by3 = _mm512_mask_cmple_epu32_mask(live, product3, limit3),
                      by5 = _mm512_mask_cmple_epu32_mask(live, product5, limit5),
                      by15 = _mm512_mask_cmple_epu32_mask(by3, product5, limit5),
                      other = static_cast<__mmask16>(live & ~(by3 | by5));
      threes = _mm512_mask_add_epi32(threes, by3, threes, one);
      fives = _mm512_mask_add_epi32(fives, by5, fives, one);
      both = _mm512_mask_add_epi32(both, by15, both, one);
      others = _mm512_mask_add_epi32(others, other, others, offset);
      offset = _mm512_add_epi32(offset, step);
      product3 = _mm512_add_epi32(product3, step3);
      product5 = _mm512_add_epi32(product5, step5);
    };
    int64_t k = 0;
    for (; k + 16 <= left; k += 16) body(0xffff);
    if (k < left) body(static_cast<__mmask16>((1u << (left - k)) - 1));
    const int64_t n3 = _mm512_reduce_add_epi32(threes), n5 = _mm512_reduce_add_epi32(fives),
                  n15 = _mm512_reduce_add_epi32(both);
    const __m512i wide = _mm512_add_epi64(_mm512_cvtepu32_epi64(_mm512_castsi512_si256(others)),
                                          _mm512_cvtepu32_epi64(_mm512_extracti64x4_epi64(others, 1)));
    result.both += n15;
    result.threes += n3 - n15;
    result.fives += n5 - n15;
    result.sum_of_others += _mm512_reduce_add_epi64(wide) + base * (left - n3 - n5 + n15);
  }
  return result;
}

int newton(double a, double* root) {
  double x = a;
  int steps = 0;
  while (std::fabs(x * x - a) > 1e-14 * a && steps < 100) {
    x = (x + a / x) / 2;
    ++steps;
  }
  *root = x;
  return steps;
}

/// The compiler must not know the sum: it would find the closed form.
int64_t sum_below(int64_t n) {
  int64_t sum = 0;
  for (int64_t i = 0; i < n; ++i) {
    sum += i;
    asm volatile("" : "+r"(sum));
  }
  return sum;
}

int64_t mix_below(int64_t n) {
  int64_t sum = 0;
  for (int64_t i = 0; i < n; ++i) sum = (sum ^ 5 * i) + i;
  return sum;
}

}  // namespace bench::floors
