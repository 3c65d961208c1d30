#include <ag/ag.h>

#include <array>
#include <cmath>
#include <concepts>
#include <limits>
#include <type_traits>
using ag::Tensor;

// Instantiations that look at their types, call other functions, are constrained or named: each has a face of its own.
template <std::integral T>
T gcd(T a, T b) {
  while (b != 0) {
    const T rest = a % b;
    a = b;
    b = rest;
  }
  return a;
}
template <class T>
T newton_sqrt(T x, T tolerance = T(1e-4), int limit = 50) {
  T guess = x / 2;
  for (int i = 0; i < limit; ++i) {
    const T next = T(0.5) * (guess + x / guess);
    if (std::abs(next - guess) < tolerance) return next;
    guess = next;
  }
  return guess;
}
template <class T>
T added(T a, T b) {
  T sum = a + b;
  if constexpr (std::is_unsigned_v<T>) {
    if (sum < a) return std::numeric_limits<T>::max();
  } else if constexpr (std::is_floating_point_v<T>) {
    return sum;
  } else {
    if (sum < 0) return 0;
  }
  return sum;
}
template <int N>
double power(double x) {
  if constexpr (N > 1)
    return x * power<N - 1>(x);
  else
    return x;
}
auto square(auto v) { return v * v; }
template <class T, std::size_t N>
T norm(const std::array<T, N>& v) {
  T sum{};
  for (const T& e : v) sum += e * e;
  return std::sqrt(sum);
}
template <class T>
T sign(T x);
template <class T>
void grow(T& x, const T& by) {
  if (x < std::numeric_limits<T>::digits) x += by;
}
namespace numbers {
template <class To>
To rounded(double x) {
  return static_cast<To>(std::round(x));
}
}  // namespace numbers

AG_FUNCTION double f(Tensor x, Tensor n) {
  int k = int(n);
  const double d = double(x);
  const unsigned char u = static_cast<unsigned char>(k);
  const std::array<double, 2> both{d, 1};
  grow(k, 2);
  return gcd(k, 36) + newton_sqrt(d) + newton_sqrt(float(d), 0.5f) + added(u, u) + added(k, 1) + added(1, 2) + power<3>(d) +
         square(d) + norm(both) + sign(d) + numbers::rounded<int>(d) + numbers::rounded<float>(d) + gcd(8, 12);
}

template <class T>
T sign(T x) {
  return static_cast<T>((T(0) < x) - (x < T(0)));
}
