#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>

#include <algorithm>
using ag::Tensor;

template <class T>
T largest_of(T a) {
  return a;
} static ag::Staged<double> largest_of_staged(ag::Staged<double> a);
template <class T, class... R>
T largest_of(T a, R... rest) {
  const T other = largest_of(rest...);
  return a > other ? a : other;
} template <class T = double, class... R> requires std::is_same_v<void(R...), void(double, double)> static ag::Staged<double> largest_of_staged(ag::Staged<double> a, ag::Staged<R>... rest); template <class T = double, class... R> requires std::is_same_v<void(R...), void(double)> static ag::Staged<double> largest_of_staged(ag::Staged<double> a, ag::Staged<R>... rest);

double weighted(auto... values) {
  double sum = 0;
  ((sum += values > 1 ? values : 0.5 * values), ...);
  return sum / sizeof...(values);
} template <class... Numbers> requires std::is_same_v<void(Numbers...), void(double, int, float)> static ag::Staged<double> weighted_staged(ag::Staged<Numbers>... values);

template <class... T>
double most(const T&... values) {
  return std::max({double(values)...});
} template <class... T> requires std::is_same_v<void(T...), void(double, int)> static ag::Staged<double> most_staged(const ag::Staged<T>&... values);

AG_FUNCTION ag::Staged<double> f_staged(Tensor x) {
  const ag::Staged<double> a = ag::item<double>(x);
  return largest_of_staged(a, ag::cast<double>(2.0), ag::cast<double>(a * a)) + weighted_staged(a, ag::cast<int>(1), ag::cast<float>(2.5f)) + most_staged(a, ag::cast<int>(3));
} double f(Tensor x) { return ag::traced<&f>(AG_STATE(x), [](Tensor x) { return f_staged(x); }); }
static const ag::GeneratedCode ag_generated_code_input_1(&f, "AG_FUNCTION ag::Staged<double> f_staged(Tensor x) {\n  const ag::Staged<double> a = ag::item<double>(x);\n  return largest_of_staged(a, ag::cast<double>(2.0), ag::cast<double>(a * a)) +\n         weighted_staged(a, ag::cast<int>(1), ag::cast<float>(2.5f)) +\n         most_staged(a, ag::cast<int>(3));\n}");
#line 16 "input.cpp"
template <class... Numbers> requires std::is_same_v<void(Numbers...), void(double, int, float)> static ag::Staged<double> weighted_staged(ag::Staged<Numbers>... values) {
  ag::Staged<double> sum = 0;
  ((sum += ag::if_else(values > 1, [&] { return values; }, [&] { return 0.5 * values; })), ...);
  return sum / sizeof...(values);
}
#line 7 "input.cpp"
static ag::Staged<double> largest_of_staged(ag::Staged<double> a) {
  return a;
}
#line 11 "input.cpp"
template <class T, class... R> requires std::is_same_v<void(R...), void(double, double)> static ag::Staged<double> largest_of_staged(ag::Staged<double> a, ag::Staged<R>... rest) {
  const ag::Staged<T> other = largest_of_staged(rest...);
  return ag::if_else(a > other, [&] { return a; }, [&] { return other; });
}
#line 11 "input.cpp"
template <class T, class... R> requires std::is_same_v<void(R...), void(double)> static ag::Staged<double> largest_of_staged(ag::Staged<double> a, ag::Staged<R>... rest) {
  const ag::Staged<T> other = largest_of_staged(rest...);
  return ag::if_else(a > other, [&] { return a; }, [&] { return other; });
}
#line 23 "input.cpp"
template <class... T> requires std::is_same_v<void(T...), void(double, int)> static ag::Staged<double> most_staged(const ag::Staged<T>&... values) {
  return ag::cxx::max<ag::Staged<double>>({ag::cast<double>(values)...});
}
