#include <ag/ag.h>

#include <algorithm>
using ag::Tensor;

template <class T>
T largest_of(T a) {
  return a;
}
template <class T, class... R>
T largest_of(T a, R... rest) {
  const T other = largest_of(rest...);
  return a > other ? a : other;
}

double weighted(auto... values) {
  double sum = 0;
  ((sum += values > 1 ? values : 0.5 * values), ...);
  return sum / sizeof...(values);
}

template <class... T>
double most(const T&... values) {
  return std::max({double(values)...});
}

AG_FUNCTION double f(Tensor x) {
  const double a = double(x);
  return largest_of(a, 2.0, a * a) + weighted(a, 1, 2.5f) + most(a, 3);
}
