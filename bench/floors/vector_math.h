#pragma once
/// Functions of 16 float32 numbers, of a few ulp, that stand in the loops that need them: no calls, nothing spilled.
#include <immintrin.h>

#include <initializer_list>

namespace bench::floors {

using Floats = __m512;

[[gnu::always_inline]] inline Floats all(float x) { return _mm512_set1_ps(x); }
[[gnu::always_inline]] inline Floats fma(Floats a, Floats b, Floats c) { return _mm512_fmadd_ps(a, b, c); }
[[gnu::always_inline]] inline Floats fnma(Floats a, Floats b, Floats c) { return _mm512_fnmadd_ps(a, b, c); }

/// The lanes that hold elements of a row from `at` to `n`.
[[gnu::always_inline]] inline __mmask16 lanes(int64_t at, int64_t n) {
  return n - at >= 16 ? 0xffff : static_cast<__mmask16>((1u << (n - at)) - 1);
}

/// a / b by an estimate of the reciprocal and a correction; b normal.
[[gnu::always_inline]] inline Floats divide_roughly(Floats a, Floats b) {
  const Floats y = _mm512_rcp14_ps(b), q = _mm512_mul_ps(a, y);
  return fma(fnma(q, b, a), y, q);
}
/// The same with a Newton step more: errors in the last bit alone.
[[gnu::always_inline]] inline Floats divide(Floats a, Floats b) {
  Floats y = _mm512_rcp14_ps(b);
  y = fma(y, fnma(b, y, all(1)), y);
  const Floats q = _mm512_mul_ps(a, y);
  return fma(fnma(q, b, a), y, q);
}
[[gnu::always_inline]] inline Floats square_root(Floats a) {
  const Floats y = _mm512_rsqrt14_ps(a), s = _mm512_mul_ps(a, y);
  return fma(fnma(s, s, a), _mm512_mul_ps(y, all(0.5f)), s);
}

/// An odd rational function, fitted, of an argument that is cut off where the result is 1.
[[gnu::always_inline]] inline Floats tanh(Floats x) {
  x = _mm512_range_ps(x, all(9.02f), 0x02);  // the smaller magnitude with the sign of x
  const Floats y = _mm512_mul_ps(x, x), y2 = _mm512_mul_ps(y, y);
  const Floats p0 = fma(y, all(1.33826861e-01f), all(1)), p1 = fma(y, all(2.06358020e-05f), all(3.49745635e-03f));
  const Floats q0 = fma(y, all(4.67160074e-01f), all(1)), q1 = fma(y, all(3.28851524e-04f), all(2.58843558e-02f));
  const Floats q2 = fma(y2, all(7.79023813e-07f), q1), p2 = fma(y2, all(1.33842654e-08f), p1);
  return divide_roughly(_mm512_mul_ps(x, fma(p2, y2, p0)), fma(q2, y2, q0));
}

[[gnu::always_inline]] inline Floats exp(Floats x) {
  x = _mm512_min_ps(_mm512_max_ps(x, all(-104)), all(89));
  const Floats n = _mm512_roundscale_ps(_mm512_mul_ps(x, all(1.44269504088896341f)), 0x08);
  Floats r = fnma(n, all(0.693359375f), x);
  r = fnma(n, all(-2.12194440e-4f), r);
  Floats p = fma(all(1.9875691500e-4f), r, all(1.3981999507e-3f));
  for (float coefficient : {8.3334519073e-3f, 4.1665795894e-2f, 1.6666665459e-1f, 5.0000001201e-1f})
    p = fma(p, r, all(coefficient));
  p = fma(_mm512_mul_ps(r, r), p, _mm512_add_ps(r, all(1)));
  return _mm512_scalef_ps(p, n);
}

/// Of positive normal numbers.
[[gnu::always_inline]] inline Floats log(Floats x) {
  const Floats m = _mm512_getmant_ps(x, _MM_MANT_NORM_p75_1p5, _MM_MANT_SIGN_src);  // [0.75, 1.5)
  const Floats e = _mm512_sub_ps(_mm512_getexp_ps(x), _mm512_getexp_ps(m));
  const Floats r = _mm512_sub_ps(m, all(1)), z = _mm512_mul_ps(r, r);
  Floats p = all(3.767119238e-02f);
  for (float coefficient : {-9.116006116e-02f, 1.170063242e-01f, -1.272780286e-01f, 1.427624470e-01f, -1.665529549e-01f,
                            1.999960460e-01f, -2.500016529e-01f, 3.333333986e-01f})
    p = fma(p, r, all(coefficient));
  Floats w = fma(_mm512_mul_ps(r, z), p, _mm512_mul_ps(z, all(-0.5f)));
  w = fma(e, all(-2.12194440e-4f), w);
  return fma(e, all(0.693359375f), _mm512_add_ps(w, r));
}

/// An odd rational function, fitted.
[[gnu::always_inline]] inline Floats erf(Floats x) {
  x = _mm512_range_ps(x, all(3.92f), 0x02);
  const Floats y = _mm512_mul_ps(x, x);
  Floats p = fma(y, all(1.82021548e-06f), all(2.51988855e-04f));
  Floats q = fma(y, all(3.81023631e-05f), all(1.15692660e-03f));
  for (float coefficient : {3.31698367e-03f, 4.66857572e-02f, 1.68275820e-01f, 1.0f}) p = fma(p, y, all(coefficient));
  for (float coefficient : {1.49239577e-02f, 1.13891141e-01f, 5.01608763e-01f, 1.0f}) q = fma(q, y, all(coefficient));
  return divide_roughly(_mm512_mul_ps(_mm512_mul_ps(x, all(1.1283791671f)), p), q);
}

}  // namespace bench::floors
