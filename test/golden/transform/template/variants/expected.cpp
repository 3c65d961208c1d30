#include <ag/staging/generated.h>
#line 1 "input.cpp"
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
} template <class T = int> static ag::Staged<int> gcd_staged(ag::Staged<int> a, ag::Staged<int> b);
template <class T>
T newton_sqrt(T x, T tolerance = T(1e-4), int limit = 50) {
  T guess = x / 2;
  for (int i = 0; i < limit; ++i) {
    const T next = T(0.5) * (guess + x / guess);
    if (std::abs(next - guess) < tolerance) return next;
    guess = next;
  }
  return guess;
} template <class T = double> static ag::Staged<double> newton_sqrt_staged(ag::Staged<double> x, ag::Staged<double> tolerance = T(1e-4), ag::Staged<int> limit = 50); template <class T = float> static ag::Staged<float> newton_sqrt_staged(ag::Staged<float> x, ag::Staged<float> tolerance = T(1e-4), ag::Staged<int> limit = 50);
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
} template <class T = unsigned char> static ag::Staged<unsigned char> added_staged(ag::Staged<unsigned char> a, ag::Staged<unsigned char> b); template <class T = int> static ag::Staged<int> added_staged(ag::Staged<int> a, ag::Staged<int> b);
template <int N>
double power(double x) {
  if constexpr (N > 1)
    return x * power<N - 1>(x);
  else
    return x;
} template <int N = 3> static ag::Staged<double> power_3_staged(ag::Staged<double> x); template <int N = 2> static ag::Staged<double> power_2_staged(ag::Staged<double> x); template <int N = 1> static ag::Staged<double> power_1_staged(ag::Staged<double> x);
auto square(auto v) { return v * v; }
template <class T, std::size_t N>
T norm(const std::array<T, N>& v) {
  T sum{};
  for (const T& e : v) sum += e * e;
  return std::sqrt(sum);
} template <class T = double> static ag::Staged<double> norm_staged(const ag::staged_t<std::array<double, 2UL>>& v);
template <class T>
T sign(T x); template <class T = double> static ag::Staged<double> sign_staged(ag::Staged<double> x);
template <class T>
void grow(T& x, const T& by) {
  if (x < std::numeric_limits<T>::digits) x += by;
} template <class T = int> static void grow_staged(ag::Staged<int>& x, const ag::Staged<int>& by);
namespace numbers {
template <class To>
To rounded(double x) {
  return static_cast<To>(std::round(x));
} template <class To = int> static ag::Staged<int> rounded_int_staged(ag::Staged<double> x); template <class To = float> static ag::Staged<float> rounded_float_staged(ag::Staged<double> x);
}  // namespace numbers

AG_FUNCTION ag::Staged<double> f_staged(Tensor x, Tensor n) {
  ag::Staged<int> k = ag::item<int>(n);
  const ag::Staged<double> d = ag::item<double>(x);
  const ag::Staged<unsigned char> u = ag::cast<unsigned char>(k);
  const ag::staged_t<std::array<double, 2>> both{d, 1};
  grow_staged(k, 2);
  return gcd_staged(k, 36) + newton_sqrt_staged(d) + newton_sqrt_staged(ag::cast<float>(d), ag::cast<float>(0.5f)) + added_staged(u, u) + added_staged(k, ag::cast<int>(1)) + added_staged(ag::cast<int>(1), ag::cast<int>(2)) + power_3_staged(d) +
         square(d) + norm_staged(both) + sign_staged(d) + numbers::rounded_int_staged(d) + numbers::rounded_float_staged(d) + gcd_staged(8, 12);
} double f(Tensor x, Tensor n) { return ag::traced<&f>(AG_STATE(x, n), [](Tensor x, Tensor n) { return f_staged(x, n); }); }

template <class T>
T sign(T x) {
  return static_cast<T>((T(0) < x) - (x < T(0)));
}
static const ag::GeneratedCode ag_generated_code_input_1(&f, "AG_FUNCTION ag::Staged<double> f_staged(Tensor x, Tensor n) {\n  ag::Staged<int> k = ag::item<int>(n);\n  const ag::Staged<double> d = ag::item<double>(x);\n  const ag::Staged<unsigned char> u = ag::cast<unsigned char>(k);\n  const ag::staged_t<std::array<double, 2>> both{d, 1};\n  grow_staged(k, 2);\n  return gcd_staged(k, 36) + newton_sqrt_staged(d) +\n         newton_sqrt_staged(ag::cast<float>(d), ag::cast<float>(0.5f)) + added_staged(u, u) +\n         added_staged(k, ag::cast<int>(1)) + added_staged(ag::cast<int>(1), ag::cast<int>(2)) +\n         power_3_staged(d) + square(d) + norm_staged(both) + sign_staged(d) +\n         numbers::rounded_int_staged(d) + numbers::rounded_float_staged(d) + gcd_staged(8, 12);\n}");
#line 12 "input.cpp"
template <class T> static ag::Staged<int> gcd_staged(ag::Staged<int> a, ag::Staged<int> b) {
  ag::while_stmt([&] { return b != 0; }, AG_STATE(a, b), [&] {
    const ag::Staged<T> rest = a % b;
    a = b;
    b = rest;
  });
  return a;
}
#line 21 "input.cpp"
template <class T> static ag::Staged<double> newton_sqrt_staged(ag::Staged<double> x, ag::Staged<double> tolerance, ag::Staged<int> limit) {
  ag::Staged<T> guess = x / 2;
  ag::Return<ag::Staged<double>> result; { ag::Staged<int> i = 0; ag::for_stmt([&] { return i < limit; }, [&] { ++i; }, AG_STATE(guess, i).until(result), [&] {
    const ag::Staged<T> next = T(0.5) * (guess + x / guess);
    ag::if_stmt(ag::cxx::abs(next - guess) < tolerance, AG_STATE(guess, result), [&] { result = next; }, [&] {
    guess = next;
  }); }); }
  return result.value_or([&] { return guess;
}); }
#line 21 "input.cpp"
template <class T> static ag::Staged<float> newton_sqrt_staged(ag::Staged<float> x, ag::Staged<float> tolerance, ag::Staged<int> limit) {
  ag::Staged<T> guess = x / 2;
  ag::Return<ag::Staged<float>> result; { ag::Staged<int> i = 0; ag::for_stmt([&] { return i < limit; }, [&] { ++i; }, AG_STATE(guess, i).until(result), [&] {
    const ag::Staged<T> next = T(0.5) * (guess + x / guess);
    ag::if_stmt(ag::cxx::abs(next - guess) < tolerance, AG_STATE(guess, result), [&] { result = next; }, [&] {
    guess = next;
  }); }); }
  return result.value_or([&] { return guess;
}); }
#line 31 "input.cpp"
template <class T> static ag::Staged<unsigned char> added_staged(ag::Staged<unsigned char> a, ag::Staged<unsigned char> b) {
  ag::Staged<T> sum = a + b;
  ag::Return<ag::Staged<unsigned char>> result; {
    ag::if_stmt(sum < a, AG_STATE(result), [&] { result = std::numeric_limits<T>::max(); });
  }
    
  
    
  
  return result.value_or([&] { return sum;
}); }
#line 31 "input.cpp"
template <class T> static ag::Staged<int> added_staged(ag::Staged<int> a, ag::Staged<int> b) {
  ag::Staged<T> sum = a + b;
  
    
  
    
  ag::Return<ag::Staged<int>> result; {
    ag::if_stmt(sum < 0, AG_STATE(result), [&] { result = 0; });
  }
  return result.value_or([&] { return sum;
}); }
#line 43 "input.cpp"
template <int N> static ag::Staged<double> power_3_staged(ag::Staged<double> x) {
  
    return x * power_2_staged(x);
  
    
}
#line 43 "input.cpp"
template <int N> static ag::Staged<double> power_2_staged(ag::Staged<double> x) {
  
    return x * power_1_staged(x);
  
    
}
#line 43 "input.cpp"
template <int N> static ag::Staged<double> power_1_staged(ag::Staged<double> x) {
  
    
  
    return x;
}
#line 51 "input.cpp"
template <class T> static ag::Staged<double> norm_staged(const ag::staged_t<std::array<double, 2UL>>& v) {
  ag::Staged<T> sum{};
  for (const ag::Staged<T>& e : v) sum += e * e;
  return ag::cxx::sqrt(sum);
}
#line 59 "input.cpp"
template <class T> static void grow_staged(ag::Staged<int>& x, const ag::Staged<int>& by) {
  ag::if_stmt(x < std::numeric_limits<T>::digits, AG_STATE(x), [&] { x += by; });
}
#line 64 "input.cpp"
namespace numbers { template <class To> static ag::Staged<int> rounded_int_staged(ag::Staged<double> x) {
  return ag::cast<int>(ag::cxx::round(x));
} }
#line 64 "input.cpp"
namespace numbers { template <class To> static ag::Staged<float> rounded_float_staged(ag::Staged<double> x) {
  return ag::cast<float>(ag::cxx::round(x));
} }
#line 80 "input.cpp"
template <class T> static ag::Staged<double> sign_staged(ag::Staged<double> x) {
  return ag::cast<double>((T(0) < x) - (x < T(0)));
}
