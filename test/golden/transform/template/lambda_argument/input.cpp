#include <ag/ag.h>
using ag::Tensor;

// What the lambda gives may be symbolic, and with it what is computed of it.
template <class F>
Tensor halved(F factor, Tensor x) {
  int steps = 1;
  double weight = factor(0);
  while (sum(x) > 1) {
    x = x / 2;
    steps = steps + 1;
    weight += factor(steps);
  }
  return x * weight;
}

template <class F>
double at(F f, Tensor x) {
  if (sum(x) > 2) x = x - 1;
  return f(2);
}

AG_CONVERT Tensor driven(Tensor x) {
  double scale = sum(x).item<double>();
  return halved([scale](int step) { return step * scale; }, x) + at([](double t) { return t * t; }, x);
}
