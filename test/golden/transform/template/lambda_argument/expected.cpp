#include <ag/staging/generated.h>
#line 1 "input.cpp"
#include <ag/ag.h>
using ag::Tensor;

// What the lambda gives may be symbolic, and with it what is computed of it.
template <class F>
Tensor halved(F factor, Tensor x) {
  ag::Staged<int> steps = 1;
  ag::Staged<double> weight = factor(0);
  ag::while_stmt([&] { return sum(x) > 1; }, AG_STATE(x, steps, weight), [&] {
    x = x / 2;
    steps = steps + 1;
    weight += factor(steps);
  });
  return x * weight;
}

template <class F>
double at(F f, Tensor x) {
  if (sum(x) > 2) x = x - 1;
  return f(2);
} template <class F> static ag::Staged<double> at_staged(F f, Tensor x);

AG_CONVERT Tensor driven(Tensor x) {
  ag::Staged<double> scale = ag::item<double>(sum(x));
  return halved([scale](ag::Staged<int> step) { return step * scale; }, x) + at_staged([](ag::Staged<double> t) { return t * t; }, x);
}
#line 18 "input.cpp"
template <class F> static ag::Staged<double> at_staged(F f, Tensor x) {
  ag::if_stmt(sum(x) > 2, [&] { x = x - 1; });
  return f(2);
}
