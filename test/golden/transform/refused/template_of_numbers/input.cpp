#include <ag/ag.h>

#include <algorithm>
using ag::Tensor;

template <class... T>
double largest(T&&... x) {
  return std::max({double(x)...});
}

template <class F>
double repeated(F f, double x, int n) {
  for (int i = 0; i < n; ++i) x = f(x);
  return x;
}

template <class T>
T halved(T x) {
  decltype(x / 2) half = x / 2;
  return half;
}

AG_FUNCTION double f(Tensor t) {
  const double upper = double(t);
  const double last = repeated([calls = 0](double x) mutable { return x / ++calls; }, upper, 3);
  return largest(1.0, upper) + last + halved(upper) + halved(2.0);
}
