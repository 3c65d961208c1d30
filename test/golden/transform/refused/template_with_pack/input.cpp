#include <ag/ag.h>
using ag::Tensor;

template <class... T>
double total(T... t) {
  return (0.0 + ... + t);
}
template <class... T>
auto all_positive(T... t) {
  return ((t > 0) && ...);
}
template <class... T>
auto sum(T... t) {
  return (t + ...);
}
AG_FUNCTION Tensor f(Tensor x) {
  double a = x.item<double>();
  if (all_positive(a, 2.0)) x = x + 1;
  return x + total(a, 2.0) + sum(a, 1.0);
}
